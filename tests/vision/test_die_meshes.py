"""Meshes of dice for the path tracer: bodies with rounded edges and carved pips."""

from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.training.backgrounds import NoiseBank
from vision.training.die_meshes import Mesh, face_mesh
from vision.training.face_textures import DieStyle, random_style
from vision.training.scene_geometry import (
    FACES,
    NORMALS,
    UNIT_CORNERS,
    Floats,
    PlacedDie,
    SceneCamera,
    face_values,
    flat_face,
    rotation,
    visible_faces,
)

CELLS = 60


def style(pip: str) -> DieStyle:
    rng = np.random.default_rng(4)
    plain = random_style(rng, np.full(3, 0.5, np.float32))
    return replace(
        plain,
        pip=pip,
        radius=0.1,
        pitch=(0.27, 0.27),
        jitter=0.0,
        rounding=0.2,
        depth=0.8,
        rings=1,
        disc=None,
        ring_width=0.15,
    )


def die(pip: str = "filled", size: tuple[float, float, float] = (1.3, 1.0, 1.0)) -> PlacedDie:
    axes = rotation(np.array([0.0, 0.0, 1.0]), 0.4)
    corners = (UNIT_CORNERS * size) @ axes.T + [2.0, -1.0, size[2] / 2]
    return PlacedDie(corners, axes, (3, 1, 2, 4, 5, 6), style(pip), None)


@cache
def noise() -> tuple[np.random.Generator, NoiseBank]:
    """The noise of all faces, and the generator that has drawn it."""
    rng = np.random.default_rng(1)
    return rng, NoiseBank(rng)


def mesh(solid: PlacedDie, index: int, value: int) -> Mesh:
    rng, bank = noise()
    return face_mesh(deepcopy(rng), bank, solid, index, value, CELLS)


def depth_map(solid: PlacedDie, index: int, value: int) -> Floats:
    """Returns the depth of a face's vertices below its plane, as an image."""
    made = mesh(solid, index, value)
    normal = NORMALS[index] @ solid.axes.T
    plane = solid.corners[list(FACES[index])].mean(0)
    return np.asarray(((plane - made.points) @ normal).reshape(CELLS, -1))


@pytest.mark.parametrize("pip", ["filled", "bare", "ring"])
@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_as_many_hollows_as_its_value(pip: str, value: int) -> None:
    depth = depth_map(die(pip), 0, value)
    middle = depth[8:-8, 8:-8]
    # External contours only: the dot inside a ring does not count.
    labelled_outlines, _ = cv2.findContours((middle > 0.004).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    assert len(labelled_outlines) == value


@pytest.mark.parametrize("index", range(6))
def test_edges_are_rounded_and_no_vertex_lies_outside_the_die(index: int) -> None:
    solid = die("bare")
    middle = solid.corners.mean(0)
    half = np.abs((solid.corners - middle) @ solid.axes).max(0)
    own = np.abs((mesh(solid, index, 4).points - middle) @ solid.axes)
    assert (own <= half + 1e-9).all()
    corner = np.linalg.norm(half)
    assert np.linalg.norm(own, axis=1).max() < corner - 0.02, "its corners are rounded"


def test_neighbouring_faces_meet() -> None:
    solid = die()
    faces = [mesh(solid, index, 1).points for index in range(6)]
    rim = [points.reshape(CELLS, -1, 3) for points in faces]
    for one, other in pairwise((0, 2, 4)):
        ends = np.concatenate([rim[one][0], rim[one][-1], rim[one][:, 0], rim[one][:, -1]])
        apart = np.linalg.norm(ends[:, None] - faces[other][None], axis=2).min(1)
        assert (apart < 0.02).any(), "part of the rim of one lies on the other"


def test_only_filled_pips_are_painted() -> None:
    plain = replace(style("filled"), grain=0.0, fibre=0.0, stains=0.0, marble=None, paint_strength=1.0, wear=0.0)
    coloured = replace(plain, colour=np.full(3, 0.8, np.float32), pip_colour=np.full(3, 0.1, np.float32))
    filled = mesh(replace(die(), style=coloured), 0, 5).colours
    bare = mesh(replace(die(), style=replace(coloured, pip="bare")), 0, 5).colours
    assert filled.min() < 0.15
    assert bare.min() > 0.35


def test_a_camera_straight_above_a_die_sees_only_its_top_face() -> None:
    solid = replace(die(), corners=die().corners - [2.0, -1.0, 0.0])
    above = SceneCamera(8.0, 300.0, np.array([128.0, 128.0]), np.eye(3), np.ones(2))
    assert visible_faces(above, solid) == [0]
    assert face_values(solid) == {0: 3, 1: 1, 2: 2, 3: 4, 4: 5, 5: 6}


def test_the_labelled_outline_ends_where_the_edges_become_round() -> None:
    solid = die()
    made, outline = mesh(solid, 0, 1), flat_face(solid, 0)
    level = solid.corners[:, 2].max()
    plain = (outline[:, :2].astype(np.float32)).reshape(-1, 1, 2)
    away = np.array([cv2.pointPolygonTest(plain, (float(x), float(y)), True) for x, y in made.points[:, :2]])
    depth = level - made.points[:, 2]
    around_the_pip = np.linalg.norm(made.points[:, :2] - outline[:, :2].mean(0), axis=1) < 0.2
    assert depth[(away > 0.01) & ~around_the_pip].max() < 1e-6
    assert depth[(away < -0.03)].min() > 1e-3
