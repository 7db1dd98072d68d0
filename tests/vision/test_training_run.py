"""Training runs: configuration, cached examples, resumption after interruption, augmentation of patches."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.training.augmentation import rotate, saturate
from vision.training.config import NetworkTraining, TrainingConfigError, read_config
from vision.training.example_cache import ExampleCache, cache_examples, sample_mixture

SCENES = '[[scenes]]\nname = "drawn"\nkind = "drawn"\nseed = 1\nshards = 2\n'
DETECTOR = "[detector]\nseed = 1\nsteps = 4\nlearning_rate = 1e-3\nmixture = { drawn = 1.0 }\n"
NEEDS_TORCH = "training needs PyTorch: the extra `train`"


def test_a_configuration_defines_scene_sets_and_networks(tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text(SCENES + DETECTOR)
    config = read_config(path)
    assert config.detector == NetworkTraining(seed=1, steps=4, learning_rate=1e-3, mixture={"drawn": 1.0})
    assert config.classifier is None
    assert config.set_named("drawn").scenes_per_shard == 500


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[scenes]\n", "is not valid TOML"),
        ("detectr = 1\n", r"unknown entries \(detectr\)"),
        (SCENES.replace("seed = 1\n", ""), r"scenes has missing entries \(seed\)"),
        (SCENES + "steps = 3\n", r"scenes has unknown entries \(steps\)"),
        (SCENES.replace('kind = "drawn"', 'kind = "painted"'), "unknown kind"),
        (SCENES + SCENES, "two scene sets are called drawn"),
        (SCENES.replace("shards = 2", "shards = 1"), "at least two shards"),
        (SCENES + DETECTOR.replace("{ drawn", "{ traced"), r"unknown scene sets \(traced\)"),
        ("detector = 3\n", "detector must be a table"),
        (SCENES + DETECTOR + "averaged_share = 0.5\n", "averaged_share of 0.5"),
        (SCENES + DETECTOR + 'averaged_with = "faces.pt"\n', "averaged_share of 0:"),
        (SCENES + DETECTOR + 'averaged_with = "faces.pt"\naveraged_share = 1.5\n', "averaged_share of 1.5"),
    ],
)
def test_errors_of_a_configuration_are_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "run.toml"
    path.write_text(text)
    with pytest.raises(TrainingConfigError, match=said):
        read_config(path)


def test_a_missing_configuration_is_named(tmp_path: Path) -> None:
    with pytest.raises(TrainingConfigError, match="cannot be read"):
        read_config(tmp_path / "none.toml")


def test_examples_are_cached_once_and_found_by_index(tmp_path: Path) -> None:
    parts = [{"value": np.arange(3)}, {"value": np.arange(3, 5)}]
    paths = [cache_examples(tmp_path / str(k), lambda part=part: part) for k, part in enumerate(parts)]  # type: ignore[misc]
    assert cache_examples(paths[0], lambda: pytest.fail("it is cached already")) == paths[0]
    examples = ExampleCache(paths)
    assert len(examples) == 5
    assert examples.rows([4, 0, 3])["value"].tolist() == [4, 0, 3]


def test_an_unfinished_part_is_computed_again(tmp_path: Path) -> None:
    def broken() -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cache_examples(tmp_path / "part", broken)
    assert np.load(cache_examples(tmp_path / "part", lambda: {"value": np.ones(2)}) / "value.npy").tolist() == [1, 1]


def test_sets_are_sampled_in_proportion_to_their_weights() -> None:
    drawn = sample_mixture(np.random.default_rng(1), {"a": 10, "b": 1000}, {"a": 3.0, "b": 1.0}, 4000)
    assert 0.7 < np.mean([name == "a" for name, _ in drawn]) < 0.8
    assert {index for name, index in drawn if name == "a"} == set(range(10))


def _train_with_interruptions(
    train_network: Callable[..., Any],
    network: Callable[[], Any],
    folder: Path,
    stops: list[int],
    averaged_share: float = 0.0,
) -> Any:
    import torch  # noqa: PLC0415

    def batch_at(step: int) -> tuple[Any, Any]:
        rng = np.random.default_rng([5, step])
        inputs = torch.from_numpy(rng.standard_normal((4, 3, 8, 8)).astype(np.float32))
        return inputs, inputs.mean((1, 2, 3))

    settings = NetworkTraining(
        seed=3,
        steps=6,
        learning_rate=1e-2,
        mixture={"drawn": 1.0},
        averaged_with="other.pt" if averaged_share else "",
        averaged_share=averaged_share,
    )
    folder.mkdir()
    for stop in stops:
        trained = train_network(
            settings,
            network(),
            batch_at,
            lambda outputs, targets: ((outputs.mean((1, 2, 3)) - targets) ** 2).sum(),
            folder,
            lambda _: None,
            stop_at=stop,
            models=folder.parent,
        )
    return trained.state_dict()


def test_an_interrupted_run_resumes_as_if_never_interrupted(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason=NEEDS_TORCH)
    from vision.training.architectures import Residual  # noqa: PLC0415
    from vision.training.training_loop import train_network  # noqa: PLC0415

    def network() -> Any:
        torch.manual_seed(1)
        return torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), Residual(4))

    once = _train_with_interruptions(train_network, network, tmp_path / "once", [6])
    twice = _train_with_interruptions(train_network, network, tmp_path / "twice", [2, 5, 6])
    assert all(torch.equal(weight, twice[name]) for name, weight in once.items())
    assert not torch.equal(once["0.weight"], network().state_dict()["0.weight"])


@pytest.mark.parametrize(
    ("listed", "computed"),
    [
        ("flags : fpu sse2 avx2", False),
        ("flags : avx2 avx512_bf16", True),
        ("flags : amx_bf16 amx_tile", True),
        ("Features : fp asimd bf16 i8mm", True),
    ],
)
def test_bfloat16_is_used_where_the_processor_computes_it(tmp_path: Path, listed: str, computed: bool) -> None:
    torch = pytest.importorskip("torch", reason=NEEDS_TORCH)
    from vision.training.training_loop import computes_bfloat16  # noqa: PLC0415

    (tmp_path / "cpuinfo").write_text(f"model name : some\n{listed}\n", encoding="utf-8")
    assert computes_bfloat16(torch.device("cpu"), tmp_path / "cpuinfo") is computed
    assert not computes_bfloat16(torch.device("cpu"), tmp_path / "missing"), "what is not known is not used"
    assert computes_bfloat16(torch.device("cuda"), tmp_path / "missing")


def test_the_result_is_averaged_with_other_weights_by_their_share(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason=NEEDS_TORCH)
    from vision.training.training_loop import save_weights, train_network  # noqa: PLC0415

    def network(seed: int = 1) -> Any:
        torch.manual_seed(seed)
        return torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4))

    save_weights(network(2), tmp_path / "other.pt")
    other = torch.load(tmp_path / "other.pt", weights_only=True)
    trained = _train_with_interruptions(train_network, network, tmp_path / "trained", [6])
    averaged = _train_with_interruptions(train_network, network, tmp_path / "averaged", [6], averaged_share=0.25)
    for name in ("0.weight", "1.running_mean"):
        assert not torch.equal(trained[name], other[name].float())
        torch.testing.assert_close(averaged[name], 0.75 * trained[name] + 0.25 * other[name].float())


def test_weights_of_another_network_to_average_with_are_refused_before_the_training(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason=NEEDS_TORCH)
    from vision.training.training_loop import save_weights, train_network  # noqa: PLC0415

    def network(width: int = 4) -> Any:
        return torch.nn.Sequential(torch.nn.Conv2d(3, width, 3))

    save_weights(network(5), tmp_path / "other.pt")
    with pytest.raises(TrainingConfigError, match=r"other\.pt lacks weights of the network \(0\.weight, 0\.bias\)"):
        _train_with_interruptions(train_network, network, tmp_path / "averaged", [6], averaged_share=0.25)
    assert not (tmp_path / "averaged" / "checkpoint.pt").exists()


def test_weights_for_fewer_input_planes_leave_the_further_planes_without_effect(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason=NEEDS_TORCH)
    from vision.training.training_loop import load_weights, save_weights  # noqa: PLC0415

    def network(planes: int, width: int = 4) -> Any:
        return torch.nn.Sequential(torch.nn.Conv2d(planes, width, 3), torch.nn.Conv2d(width, 1, 3))

    narrow, wide = network(3), network(5)
    save_weights(narrow, tmp_path / "narrow.pt")
    assert load_weights(wide, tmp_path / "narrow.pt") == []
    inputs = torch.randn(2, 5, 9, 9)
    assert torch.allclose(wide(inputs), narrow(inputs[:, :3]), atol=1e-2)
    assert load_weights(network(5, 6), tmp_path / "narrow.pt") == ["0.weight", "0.bias", "1.weight"]


def test_weights_of_a_network_with_a_buffer_of_its_own_are_loaded(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason=NEEDS_TORCH)
    from vision.training.architectures import CornerNet  # noqa: PLC0415
    from vision.training.training_loop import load_weights, save_weights  # noqa: PLC0415

    saved, loaded = CornerNet((4, 4, 4)), CornerNet((4, 4, 4))
    save_weights(saved, tmp_path / "corners.pt")
    assert load_weights(loaded, tmp_path / "corners.pt") == []
    inputs = torch.randn(2, 3, saved.side, saved.side)
    assert torch.allclose(saved.eval()(inputs), loaded.eval()(inputs), atol=1e-2)


def test_a_run_folder_belongs_to_one_configuration(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:  # type: ignore[type-arg]
    pytest.importorskip("torch", reason=NEEDS_TORCH)
    pytest.importorskip("onnx", reason=NEEDS_TORCH)
    from vision.training.train import main  # noqa: PLC0415

    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text(SCENES)
    other.write_text(SCENES.replace("seed = 1", "seed = 2"))
    run = ["--out", str(tmp_path / "run"), "--stage", "detector"]
    assert main([str(one), *run]) == 0
    assert main([str(other), *run]) == 2
    assert "a run of another configuration" in capsys.readouterr().err


def test_a_rotated_patch_has_its_corners_at_the_same_pixels() -> None:
    side = 33
    corners = np.array([-0.40, -0.30, 0.35, -0.38, 0.30, 0.42, -0.33, 0.28], np.float32)
    for quarters in range(4):
        for mirrored in (False, True):
            for k, (x, y) in enumerate(corners.reshape(4, 2)):
                pixels = np.zeros((side, side), np.float32)
                pixels[round((y + 0.5) * side - 0.5), round((x + 0.5) * side - 0.5)] = 1.0
                seen, moved = rotate(pixels, corners, quarters, mirrored)
                row, column = np.unravel_index(seen.argmax(), seen.shape)
                at = (np.array([column, row]) + 0.5) / side - 0.5
                away = np.linalg.norm(moved.reshape(4, 2) - at, axis=1)
                assert away.min() < 1 / side, f"corner {k}"
            signs = np.sign(moved.reshape(4, 2))
            assert signs.tolist() == [[-1, -1], [1, -1], [1, 1], [-1, 1]]


def test_saturation_removes_the_contrast_of_the_brighter_part() -> None:
    patch = np.random.default_rng(1).standard_normal((64, 64)).astype(np.float32)
    seen = saturate(np.random.default_rng(2), patch)
    assert (seen == seen.max()).mean() > 0.02
    assert abs(seen.mean()) < 1e-3
    assert np.corrcoef(np.minimum(patch, np.quantile(patch, 0.3)).ravel(), seen.ravel())[0, 1] > 0.5


def test_random_weights_depend_on_the_seed_alone() -> None:
    torch = pytest.importorskip("torch", reason=NEEDS_TORCH)
    pytest.importorskip("onnx", reason=NEEDS_TORCH)
    from vision.training.architectures import LeaningNet  # noqa: PLC0415
    from vision.training.train import initialise  # noqa: PLC0415

    def weights(seed: int) -> Any:
        settings = NetworkTraining(seed=seed, steps=1, learning_rate=1e-3, mixture={})
        return initialise(LeaningNet, settings, print).state_dict()

    first, again, other = weights(1), weights(1), weights(2)
    assert all(torch.equal(weight, again[name]) for name, weight in first.items())
    assert not all(torch.equal(weight, other[name]) for name, weight in first.items())
