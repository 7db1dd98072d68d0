"""Scenes under light that really falls: Blender's path tracer Cycles paints what `vision.training.scenes` has thrown.

Pips are hollows with a lit wall and a dark one, edges are round, lamps mirror in the floor, walls throw light back.
Needs the development extra `render`; a scene takes one to two seconds.
"""

import tempfile
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from vision.training.floors import Image, NoiseBank, Rng, surface
from vision.training.moulds import face_mesh
from vision.training.scenes import faces_in_sight, smear, values_of
from vision.training.solids import Floats, SceneCamera, Solid

SAMPLES = 8
"""Paths by pixel; the noise that they leave is taken out."""

GAMMA = 2.2
"""Albedos and pictures are as a screen shows them; light is counted before that."""

SENSOR = 36.0
"""Width of Blender's film, mm."""

LIGHTS, CALM_LIGHTS = (0.33, 0.15, 0.2, 0.22, 0.1), (0.3, 0.15, 0.35, 0.05, 0.15)
"""How often the light is a ring, a strip, a hard lamp from the side, that of a room, or a panel."""

WALLED = 0.45
"""How often dice lie in a box with walls in sight."""


class BlenderPainter:
    """A painter of scenes; there can be one in a process, because Blender holds one."""

    def __init__(self, calm: bool = False) -> None:
        """Takes whether scenes are well exposed, and more often lit hard from the side."""
        self._calm = calm

    def paint(
        self, rng: Rng, bank: NoiseBank, floor: Image, camera: SceneCamera, dice: list[Solid]
    ) -> tuple[Image, float]:
        """Returns the scene (side×side×3, light from 0 to a little over 1) and the light there is for a hand."""
        side = len(floor)
        bpy.ops.wm.read_factory_settings(use_empty=True)
        _place_camera(camera, side)
        _lay_floor(rng, floor, camera, side)
        for die in dice:
            _add_die(rng, bank, die, camera)
        if rng.random() < WALLED:
            _raise_walls(rng, bank, camera, side, dice)
        _light(rng, camera, side, CALM_LIGHTS if self._calm else LIGHTS)
        light = _render(side, int(rng.integers(1 << 30)))
        bright = float(np.percentile(light, 97))
        level = float(rng.uniform(0.2, 0.7) if self._calm or rng.random() < 0.85 else rng.uniform(1.0, 3.0))
        canvas = np.asarray(np.minimum(light * (level / max(bright, 1e-6)), 3.0) ** (1 / GAMMA), np.float32)
        for die in dice:
            if die.smear:
                smear(rng, canvas, camera.project(die.corners), die.smear * camera.focal / camera.height)
        return canvas, 1.0


def _render(side: int, seed: int) -> Image:
    """Returns the light that reaches each pixel (side×side×3, B, G, R)."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x = scene.render.resolution_y = side
    scene.render.image_settings.file_format = "OPEN_EXR"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.seed = "CPU", SAMPLES, seed
    cycles.use_adaptive_sampling, cycles.use_denoising, cycles.denoising_prefilter = False, True, "FAST"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = 6, 1, 2, 6
    cycles.caustics_reflective = cycles.caustics_refractive = cycles.use_light_tree = False
    pixels = np.empty(side * side * 4, np.float32)
    # Blender hands a picture over through a file only.
    with tempfile.TemporaryDirectory() as scratch:
        scene.render.filepath = str(Path(scratch) / "scene.exr")
        bpy.ops.render.render(write_still=True)
        bpy.data.images.load(scene.render.filepath).pixels.foreach_get(pixels)
    return np.ascontiguousarray(pixels.reshape(side, side, 4)[::-1, :, 2::-1])


def _place_camera(camera: SceneCamera, side: int) -> None:
    film = bpy.data.cameras.new("camera")
    film.sensor_width = SENSOR
    film.lens = camera.focal / side * SENSOR
    # A pixel's middle is at whole numbers in our pictures, at halves in Blender's.
    film.shift_x = (side / 2 - (camera.centre[0] + 0.5)) / side
    film.shift_y = (camera.centre[1] + 0.5 - side / 2) / side
    film.clip_start, film.clip_end = 0.01, 1000.0
    seen = bpy.data.objects.new("camera", film)
    pose = np.eye(4)
    pose[:3, :3], pose[2, 3] = camera.turn.T, camera.height
    seen.matrix_world = Matrix(pose.tolist())
    bpy.context.collection.objects.link(seen)
    bpy.context.scene.camera = seen


def _material(rng: Rng, rough: tuple[float, float]) -> tuple[Any, Any]:
    """Returns a new material and the node that says how its surface takes light."""
    material = bpy.data.materials.new("surface")
    material.use_nodes = True
    skin = material.node_tree.nodes["Principled BSDF"]
    skin.inputs["Roughness"].default_value = float(rng.uniform(*rough))
    skin.inputs["Specular IOR Level"].default_value = float(rng.uniform(0.1, 0.6))
    return material, skin


def _painted(image: Image, rng: Rng, rough: tuple[float, float], relief: float) -> Any:
    """Returns a material that shows a picture of albedos, its dark parts sunk in by `relief`."""
    material, skin = _material(rng, rough)
    height, width = image.shape[:2]
    picture = bpy.data.images.new("picture", width, height, float_buffer=True)
    picture.colorspace_settings.name = "Non-Color"
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = np.clip(image[::-1, :, ::-1], 0, 1) ** GAMMA
    picture.pixels.foreach_set(pixels.ravel())
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shown = nodes.new("ShaderNodeTexImage")
    shown.image, shown.extension = picture, "MIRROR"
    links.new(shown.outputs["Color"], skin.inputs["Base Color"])
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = relief, 0.06
    links.new(shown.outputs["Color"], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], skin.inputs["Normal"])
    return material


def _add(points: Floats, squares: NDArray[np.int32], material: Any) -> Any:
    """Adds a mesh of squares to the scene and returns it."""
    mesh = bpy.data.meshes.new("mesh")
    mesh.vertices.add(len(points))
    mesh.vertices.foreach_set("co", np.asarray(points, np.float32).ravel())
    mesh.loops.add(squares.size)
    mesh.loops.foreach_set("vertex_index", np.asarray(squares, np.int32).ravel())
    mesh.polygons.add(len(squares))
    mesh.polygons.foreach_set("loop_start", np.arange(0, squares.size, 4, dtype=np.int32))
    mesh.polygons.foreach_set("use_smooth", np.ones(len(squares), bool))
    mesh.update(calc_edges=True)
    mesh.materials.append(material)
    bpy.context.collection.objects.link(bpy.data.objects.new("mesh", mesh))
    return mesh


def _lay_floor(rng: Rng, floor: Image, camera: SceneCamera, side: int) -> None:
    """Lays the floor so that the picture of it fills what the camera sees, and mirrors of it what lies beyond."""
    corners = np.array([camera.floor_at(np.array([x, y])) for x in (0, side - 1) for y in (0, side - 1)])
    low, high = corners.min(0), corners.max(0)
    reach = 40.0
    edge = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * reach
    mesh = _add(
        np.column_stack([edge, np.zeros(4)]),
        np.arange(4, dtype=np.int32).reshape(1, 4),
        _painted(floor, rng, (0.3, 1.0), float(rng.uniform(0, 0.5))),
    )
    layer = mesh.uv_layers.new(name="floor")
    layer.data.foreach_set("uv", ((edge - low) / (high - low)).astype(np.float32).ravel())


def _add_die(rng: Rng, bank: NoiseBank, die: Solid, camera: SceneCamera) -> None:
    values, seen = values_of(die), faces_in_sight(camera, die)
    pixels = camera.focal / max(1.0, camera.height - float(die.corners[:, 2].max()))
    meshes, first = [], 0
    for index in range(6):
        cells = int(np.clip(pixels * 1.6, 24, 170)) if index in seen else 12
        meshes.append(face_mesh(rng, bank, die, index, values[index], cells))
    material, skin = _material(rng, (0.15, 0.9))
    if die.style.gloss:
        skin.inputs["Coat Weight"].default_value = die.style.gloss
        skin.inputs["Coat Roughness"].default_value = float(rng.uniform(0.02, 0.3))
    if die.style.metal:
        skin.inputs["Metallic"].default_value = float(rng.uniform(0.7, 1.0))
        skin.inputs["Roughness"].default_value = float(rng.uniform(0.08, 0.45))
    elif die.style.clear:
        skin.inputs["Transmission Weight"].default_value = min(1.0, 0.35 + die.style.clear)
        skin.inputs["IOR"].default_value = float(rng.uniform(1.3, 1.5))
        skin.inputs["Roughness"].default_value = float(rng.uniform(0.0, 0.25))
    elif die.style.veil:
        # A flat polished top mirrors a broad lamp.
        skin.inputs["Coat Weight"].default_value, skin.inputs["Coat Roughness"].default_value = 1.0, 0.1
        skin.inputs["Specular IOR Level"].default_value = 1.0
    colour = material.node_tree.nodes.new("ShaderNodeVertexColor")
    colour.layer_name = "albedo"
    material.node_tree.links.new(colour.outputs["Color"], skin.inputs["Base Color"])
    squares = []
    for mesh in meshes:
        squares.append(mesh.squares + first)
        first += len(mesh.points)
    made = _add(np.vstack([mesh.points for mesh in meshes]), np.vstack(squares), material)
    painted = made.color_attributes.new(name="albedo", type="FLOAT_COLOR", domain="POINT")
    colours = np.ones((first, 4), np.float32)
    colours[:, :3] = np.vstack([mesh.colours[:, ::-1] for mesh in meshes]) ** GAMMA
    painted.data.foreach_set("color", colours.ravel())


def _raise_walls(rng: Rng, bank: NoiseBank, camera: SceneCamera, side: int, dice: list[Solid]) -> None:
    """Sets up one to four walls of a box behind the dice, at times so near that a die touches one."""
    material = _painted(surface(rng, bank, 128) * float(rng.uniform(0.3, 1.0)), rng, (0.3, 1.0), 0.1)
    corners = np.array([camera.floor_at(np.array([x, y])) for x in (0, side) for y in (0, side)])
    middle = corners.mean(0)
    angle = float(rng.normal(0, 0.1) if rng.random() < 0.7 else rng.uniform(0, np.pi))
    tall = float(rng.uniform(1.5, 0.9 * camera.height))
    for turn in rng.choice(4, size=int(rng.integers(1, 5)), replace=False) * np.pi / 2 + angle:
        out = np.array([np.cos(turn), np.sin(turn)])
        along = np.array([-out[1], out[0]])
        clear = max([float((die.corners[:, :2] @ out).max()) for die in dice], default=float(middle @ out))
        edge = float((corners @ out).max())
        near = max(clear + 0.01, edge - float(rng.uniform(-0.1, 0.4)) * float(np.ptp(corners @ out)))
        foot = out * near
        ends = np.array([foot - along * 40, foot + along * 40])
        points = np.array([[*ends[0], 0], [*ends[1], 0], [*ends[1], tall], [*ends[0], tall]])
        mesh = _add(points, np.arange(4, dtype=np.int32).reshape(1, 4), material)
        scale = float(rng.uniform(4, 12))
        layer = mesh.uv_layers.new(name="wall")
        layer.data.foreach_set(
            "uv", np.array([0, 0, 80 / scale, 0, 80 / scale, tall / scale, 0, tall / scale], np.float32)
        )


def _lamp(kind: str, at: Floats, towards: Floats, power: float, size: float, long: float = 0.0) -> None:
    data = bpy.data.lights.new("lamp", kind)
    data.energy = power
    if kind == "AREA":
        data.shape, data.size, data.size_y = "RECTANGLE", size, max(size, long)
    elif kind == "SUN":
        data.angle = size
    else:
        data.shadow_soft_size = size
    lamp = bpy.data.objects.new("lamp", data)
    lamp.location = at.tolist()
    lamp.rotation_euler = Vector((towards - at).tolist()).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(lamp)


def _light(rng: Rng, camera: SceneCamera, side: int, shares: tuple[float, ...]) -> None:
    """Lights the scene: a ring round the camera, a strip, a hard lamp from the side, a room, or a panel.

    `shares` says how often each.
    """
    middle = np.append(camera.floor_at(np.array([side / 2, side / 2])), 0.0)
    angle = float(rng.uniform(0, 2 * np.pi))
    way = np.array([np.cos(angle), np.sin(angle), 0.0])
    kind = str(rng.choice(["ring", "strip", "side", "room", "panel"], p=shares))
    around = float(rng.uniform(0.01, 0.25))
    if kind == "ring":
        radius, high = float(rng.uniform(0.4, 2.0)), camera.height * float(rng.uniform(0.85, 1.05))
        count = int(rng.integers(3, 13))
        power = 4 * np.pi**2 * high**2 / count
        for turn in np.arange(count) * 2 * np.pi / count + angle:
            at = np.array([np.cos(turn) * radius, np.sin(turn) * radius, high])
            _lamp("POINT", at, middle, power, 0.08)
    elif kind == "strip":
        high = float(rng.uniform(3, max(4.0, camera.height)))
        at = middle + way * float(rng.uniform(2, 7)) + [0, 0, high]
        _lamp(
            "AREA",
            at,
            middle,
            4 * np.pi * float(((at - middle) ** 2).sum()),
            float(rng.uniform(0.2, 0.8)),
            float(rng.uniform(3, 9)),
        )
    elif kind == "panel":
        # A broad lamp beside the camera, mirrored in whole top faces.
        at = np.array([0, 0, camera.height]) + way * camera.height * float(rng.uniform(0.15, 0.6))
        power = 4 * np.pi * float(((at - middle) ** 2).sum())
        _lamp("AREA", at, middle, power, camera.height * float(rng.uniform(0.3, 1.0)), camera.height * 0.5)
    elif kind == "side":
        rise, far = float(rng.uniform(0.35, 1.0)), float(rng.uniform(6, 15))
        at = middle + far * (way * np.cos(rise) + np.array([0, 0, np.sin(rise)]))
        _lamp("POINT", at, middle, 4 * np.pi**2 * far**2, float(rng.uniform(0.03, 0.5)))
    else:
        rise = float(rng.uniform(0.5, 1.5))
        at = middle + 20 * (way * np.cos(rise) + np.array([0, 0, np.sin(rise)]))
        _lamp("SUN", at, middle, float(rng.uniform(0.5, 3.0)), float(rng.uniform(0.01, 0.6)))
        around = float(rng.uniform(0.2, 1.0))
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    back = world.node_tree.nodes["Background"]
    back.inputs["Color"].default_value = (*rng.uniform(0.8, 1.0, 3).tolist(), 1.0)
    back.inputs["Strength"].default_value = around
