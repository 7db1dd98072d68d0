"""Path-traced scenes: Blender's renderer Cycles renders the dice that `vision.training.scenes` places.

Pips are hollows with a lit and a shaded wall, edges are rounded, lamps are reflected in the floor, and walls scatter
light. Needs the development extra `render`; a scene takes one to two seconds.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from vision.training.backgrounds import Image, NoiseBank, Rng, surface
from vision.training.die_meshes import face_mesh
from vision.training.flat_renderer import motion_blur
from vision.training.floor_objects import FloorObject
from vision.training.scene_geometry import Arrangement, Floats, PlacedDie, SceneCamera, face_values, visible_faces

SAMPLES_PER_PIXEL = 8
"""Paths per pixel; the remaining noise is removed by the denoiser."""

GAMMA = 2.2
"""Gamma of albedos and images; light is computed in linear space."""

SENSOR_WIDTH = 36.0
"""Width of Blender's sensor, in mm."""

LIGHT_PROBABILITIES, BOX_LIGHT_PROBABILITIES = (0.33, 0.15, 0.2, 0.22, 0.1), (0.3, 0.15, 0.35, 0.05, 0.15)
"""Probabilities of a ring, a strip, a hard lamp from the side, room light and a panel: usual scenes, and box-like
ones."""

WALL_PROBABILITY = 0.45
"""Probability that the dice lie in a box with visible walls."""


class BlenderRenderer:
    """A path-tracing scene renderer; only one per process, since Blender's state is global."""

    def __init__(self, box_like: bool = False) -> None:
        """`box_like` scenes are well exposed and more often have hard light from the side."""
        self._calm = box_like

    def render(self, rng: Rng, bank: NoiseBank, scene: Arrangement) -> tuple[Image, float]:
        """Returns the image (side×side×3, 0 to slightly above 1) and the intensity of the light on a hand."""
        camera, side = scene.camera, len(scene.background)
        bpy.ops.wm.read_factory_settings(use_empty=True)
        _place_camera(camera, side)
        _add_floor(rng, scene.background, camera, side)
        for die in scene.dice:
            _add_die(rng, bank, die, camera)
        for one in scene.objects:
            _add_object(rng, one)
        if rng.random() < WALL_PROBABILITY:
            _add_walls(rng, bank, camera, side, scene.dice)
        _light(rng, camera, side, BOX_LIGHT_PROBABILITIES if self._calm else LIGHT_PROBABILITIES)
        light = _render(side, int(rng.integers(1 << 30)))
        white_level = float(np.percentile(light, 97))
        level = float(rng.uniform(0.2, 0.7) if self._calm or rng.random() < 0.85 else rng.uniform(1.0, 3.0))
        canvas = np.asarray(np.minimum(light * (level / max(white_level, 1e-6)), 3.0) ** (1 / GAMMA), np.float32)
        for die in scene.dice:
            if die.blur_length:
                motion_blur(rng, canvas, camera.project(die.corners), die.blur_length * camera.focal / camera.height)
        return canvas, 1.0


def _render(side: int, seed: int) -> Image:
    """Returns the radiance of each pixel (side×side×3, B, G, R)."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x = scene.render.resolution_y = side
    scene.render.image_settings.file_format = "OPEN_EXR"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.seed = "CPU", SAMPLES_PER_PIXEL, seed
    cycles.use_adaptive_sampling, cycles.use_denoising, cycles.denoising_prefilter = False, True, "FAST"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = 6, 1, 2, 6
    cycles.caustics_reflective = cycles.caustics_refractive = cycles.use_light_tree = False
    pixels = np.empty(side * side * 4, np.float32)
    # Blender exports rendered pixels only through a file.
    with tempfile.TemporaryDirectory() as scratch:
        scene.render.filepath = str(Path(scratch) / "scene.exr")
        bpy.ops.render.render(write_still=True)
        bpy.data.images.load(scene.render.filepath).pixels.foreach_get(pixels)
    return np.ascontiguousarray(pixels.reshape(side, side, 4)[::-1, :, 2::-1])


def _place_camera(camera: SceneCamera, side: int) -> None:
    sensor = bpy.data.cameras.new("camera")
    sensor.sensor_width = SENSOR_WIDTH
    sensor.lens = camera.focal / side * SENSOR_WIDTH
    # Pixel centres have integer coordinates here, half-integer ones in Blender.
    sensor.shift_x = (side / 2 - (camera.centre[0] + 0.5)) / side
    sensor.shift_y = (camera.centre[1] + 0.5 - side / 2) / side
    sensor.clip_start, sensor.clip_end = 0.01, 1000.0
    camera_object = bpy.data.objects.new("camera", sensor)
    pose = np.eye(4)
    pose[:3, :3], pose[2, 3] = camera.rotation.T, camera.height
    camera_object.matrix_world = Matrix(pose.tolist())
    bpy.context.collection.objects.link(camera_object)
    bpy.context.scene.camera = camera_object


def _new_material(rng: Rng, roughness_range: tuple[float, float]) -> tuple[Any, Any]:
    """Returns a new material and its shader node."""
    material = bpy.data.materials.new("surface")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = float(rng.uniform(*roughness_range))
    shader.inputs["Specular IOR Level"].default_value = float(rng.uniform(0.1, 0.6))
    return material, shader


def _textured_material(image: Image, rng: Rng, roughness_range: tuple[float, float], relief: float) -> Any:
    """Returns a material with an albedo texture whose dark parts are recessed by `relief`."""
    material, shader = _new_material(rng, roughness_range)
    height, width = image.shape[:2]
    picture = bpy.data.images.new("picture", width, height, float_buffer=True)
    picture.colorspace_settings.name = "Non-Color"
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = np.clip(image[::-1, :, ::-1], 0, 1) ** GAMMA
    picture.pixels.foreach_set(pixels.ravel())
    nodes, links = material.node_tree.nodes, material.node_tree.links
    texture = nodes.new("ShaderNodeTexImage")
    texture.image, texture.extension = picture, "MIRROR"
    links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = relief, 0.06
    links.new(texture.outputs["Color"], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    return material


def _add(points: Floats, quads: NDArray[np.int32], material: Any) -> Any:
    """Adds a mesh of quads to the scene and returns it."""
    mesh = bpy.data.meshes.new("mesh")
    mesh.vertices.add(len(points))
    mesh.vertices.foreach_set("co", np.asarray(points, np.float32).ravel())
    mesh.loops.add(quads.size)
    mesh.loops.foreach_set("vertex_index", np.asarray(quads, np.int32).ravel())
    mesh.polygons.add(len(quads))
    mesh.polygons.foreach_set("loop_start", np.arange(0, quads.size, 4, dtype=np.int32))
    mesh.polygons.foreach_set("use_smooth", np.ones(len(quads), bool))
    mesh.update(calc_edges=True)
    mesh.materials.append(material)
    bpy.context.collection.objects.link(bpy.data.objects.new("mesh", mesh))
    return mesh


def _add_floor(rng: Rng, background: Image, camera: SceneCamera, side: int) -> None:
    """Adds the floor: its texture fills the view and is mirrored beyond."""
    corners = np.array([camera.floor_at(np.array([x, y])) for x in (0, side - 1) for y in (0, side - 1)])
    low, lamp_height = corners.min(0), corners.max(0)
    extent = 40.0
    edge = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * extent
    mesh = _add(
        np.column_stack([edge, np.zeros(4)]),
        np.arange(4, dtype=np.int32).reshape(1, 4),
        _textured_material(background, rng, (0.3, 1.0), float(rng.uniform(0, 0.5))),
    )
    layer = mesh.uv_layers.new(name="floor")
    layer.data.foreach_set("uv", ((edge - low) / (lamp_height - low)).astype(np.float32).ravel())


def _add_die(rng: Rng, bank: NoiseBank, die: PlacedDie, camera: SceneCamera) -> None:
    values, visible = face_values(die), visible_faces(camera, die)
    pixels = camera.focal / max(1.0, camera.height - float(die.corners[:, 2].max()))
    meshes, vertex_count = [], 0
    for index in range(6):
        resolution = int(np.clip(pixels * 1.6, 24, 170)) if index in visible else 12
        meshes.append(face_mesh(rng, bank, die, index, values[index], resolution))
    material, shader = _new_material(rng, (0.15, 0.9))
    if die.style.gloss:
        shader.inputs["Coat Weight"].default_value = die.style.gloss
        shader.inputs["Coat Roughness"].default_value = float(rng.uniform(0.02, 0.3))
    if die.style.metallic:
        shader.inputs["Metallic"].default_value = float(rng.uniform(0.7, 1.0))
        shader.inputs["Roughness"].default_value = float(rng.uniform(0.08, 0.45))
    elif die.style.translucency:
        shader.inputs["Transmission Weight"].default_value = min(1.0, 0.35 + die.style.translucency)
        shader.inputs["IOR"].default_value = float(rng.uniform(1.3, 1.5))
        shader.inputs["Roughness"].default_value = float(rng.uniform(0.0, 0.25))
    elif die.style.glare:
        # A flat polished top reflects a broad lamp.
        shader.inputs["Coat Weight"].default_value, shader.inputs["Coat Roughness"].default_value = 1.0, 0.1
        shader.inputs["Specular IOR Level"].default_value = 1.0
    quads = []
    for mesh in meshes:
        quads.append(mesh.quads + vertex_count)
        vertex_count += len(mesh.points)
    merged = _add(np.vstack([mesh.points for mesh in meshes]), np.vstack(quads), material)
    _colour(merged, np.vstack([mesh.colours for mesh in meshes]), material, shader)


def _colour(mesh: Any, colours: Image, material: Any, shader: Any) -> None:
    """Gives each vertex of a mesh its albedo (N×3, B, G, R)."""
    source = material.node_tree.nodes.new("ShaderNodeVertexColor")
    source.layer_name = "albedo"
    material.node_tree.links.new(source.outputs["Color"], shader.inputs["Base Color"])
    attribute = mesh.color_attributes.new(name="albedo", type="FLOAT_COLOR", domain="POINT")
    linear = np.ones((len(colours), 4), np.float32)
    linear[:, :3] = colours[:, ::-1] ** GAMMA
    attribute.data.foreach_set("color", linear.ravel())


def _add_object(rng: Rng, one: FloorObject) -> None:
    """Adds an object with flat facets: no quad shares its vertices."""
    material, shader = _new_material(rng, (0.1, 0.9))
    shader.inputs["Metallic"].default_value = float(rng.choice([0.0, 0.0, 0.8]))
    points = one.points[one.quads].reshape(-1, 3)
    mesh = _add(points, np.arange(len(points), dtype=np.int32).reshape(-1, 4), material)
    _colour(mesh, np.repeat(one.colours, 4, axis=0), material, shader)


def _add_walls(rng: Rng, bank: NoiseBank, camera: SceneCamera, side: int, dice: Sequence[PlacedDie]) -> None:
    """Adds one to four walls of a box behind the dice, sometimes so close that a die touches one."""
    material = _textured_material(surface(rng, bank, 128) * float(rng.uniform(0.3, 1.0)), rng, (0.3, 1.0), 0.1)
    corners = np.array([camera.floor_at(np.array([x, y])) for x in (0, side) for y in (0, side)])
    centre = corners.mean(0)
    angle = float(rng.normal(0, 0.1) if rng.random() < 0.7 else rng.uniform(0, np.pi))
    wall_height = float(rng.uniform(1.5, 0.9 * camera.height))
    for turn in rng.choice(4, size=int(rng.integers(1, 5)), replace=False) * np.pi / 2 + angle:
        outwards = np.array([np.cos(turn), np.sin(turn)])
        along = np.array([-outwards[1], outwards[0]])
        clear = max([float((die.corners[:, :2] @ outwards).max()) for die in dice], default=float(centre @ outwards))
        edge = float((corners @ outwards).max())
        distance = max(clear + 0.01, edge - float(rng.uniform(-0.1, 0.4)) * float(np.ptp(corners @ outwards)))
        base = outwards * distance
        ends = np.array([base - along * 40, base + along * 40])
        points = np.array([[*ends[0], 0], [*ends[1], 0], [*ends[1], wall_height], [*ends[0], wall_height]])
        mesh = _add(points, np.arange(4, dtype=np.int32).reshape(1, 4), material)
        scale = float(rng.uniform(4, 12))
        layer = mesh.uv_layers.new(name="wall")
        layer.data.foreach_set(
            "uv", np.array([0, 0, 80 / scale, 0, 80 / scale, wall_height / scale, 0, wall_height / scale], np.float32)
        )


def _add_lamp(kind: str, position: Floats, target: Floats, power: float, size: float, length: float = 0.0) -> None:
    data = bpy.data.lights.new("lamp", kind)
    data.energy = power
    if kind == "AREA":
        data.shape, data.size, data.size_y = "RECTANGLE", size, max(size, length)
    elif kind == "SUN":
        data.angle = size
    else:
        data.shadow_soft_size = size
    lamp = bpy.data.objects.new("lamp", data)
    lamp.location = position.tolist()
    lamp.rotation_euler = Vector((target - position).tolist()).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(lamp)


def _light(rng: Rng, camera: SceneCamera, side: int, probabilities: tuple[float, ...]) -> None:
    """Lights the scene with one of five kinds of light, drawn with these probabilities.

    They are a ring around the camera, a strip, a hard lamp from the side, room light, and a panel.
    """
    centre = np.append(camera.floor_at(np.array([side / 2, side / 2])), 0.0)
    angle = float(rng.uniform(0, 2 * np.pi))
    direction = np.array([np.cos(angle), np.sin(angle), 0.0])
    kind = str(rng.choice(["ring", "strip", "side", "room", "panel"], p=probabilities))
    ambient = float(rng.uniform(0.01, 0.25))
    if kind == "ring":
        radius, lamp_height = float(rng.uniform(0.4, 2.0)), camera.height * float(rng.uniform(0.85, 1.05))
        count = int(rng.integers(3, 13))
        power = 4 * np.pi**2 * lamp_height**2 / count
        for turn in np.arange(count) * 2 * np.pi / count + angle:
            position = np.array([np.cos(turn) * radius, np.sin(turn) * radius, lamp_height])
            _add_lamp("POINT", position, centre, power, 0.08)
    elif kind == "strip":
        lamp_height = float(rng.uniform(3, max(4.0, camera.height)))
        position = centre + direction * float(rng.uniform(2, 7)) + [0, 0, lamp_height]
        _add_lamp(
            "AREA",
            position,
            centre,
            4 * np.pi * float(((position - centre) ** 2).sum()),
            float(rng.uniform(0.2, 0.8)),
            float(rng.uniform(3, 9)),
        )
    elif kind == "panel":
        # A broad lamp beside the camera, reflected by whole top faces.
        position = np.array([0, 0, camera.height]) + direction * camera.height * float(rng.uniform(0.15, 0.6))
        power = 4 * np.pi * float(((position - centre) ** 2).sum())
        _add_lamp("AREA", position, centre, power, camera.height * float(rng.uniform(0.3, 1.0)), camera.height * 0.5)
    elif kind == "side":
        elevation, distance = float(rng.uniform(0.35, 1.0)), float(rng.uniform(6, 15))
        position = centre + distance * (direction * np.cos(elevation) + np.array([0, 0, np.sin(elevation)]))
        _add_lamp("POINT", position, centre, 4 * np.pi**2 * distance**2, float(rng.uniform(0.03, 0.5)))
    else:
        elevation = float(rng.uniform(0.5, 1.5))
        position = centre + 20 * (direction * np.cos(elevation) + np.array([0, 0, np.sin(elevation)]))
        _add_lamp("SUN", position, centre, float(rng.uniform(0.5, 3.0)), float(rng.uniform(0.01, 0.6)))
        ambient = float(rng.uniform(0.2, 1.0))
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (*rng.uniform(0.8, 1.0, 3).tolist(), 1.0)
    background.inputs["Strength"].default_value = ambient
