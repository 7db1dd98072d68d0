import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.league.broker_settings import BrokerSettings
from firmware.league.errors import BrokerError
from firmware.league.exchange import Exchange
from firmware.league.hall import HallListener
from tests.firmware.league.broker import PROGRAM, WHY_NOT, Broker
from tests.firmware.league.load import held, prove, result_of_table

needs_broker = pytest.mark.skipif(PROGRAM is None, reason=WHY_NOT)


@needs_broker
def test_nothing_is_lost_or_counted_twice_though_the_broker_is_killed_twice(tmp_path: Path) -> None:
    report = prove(tmp_path, tables=40, pause=0.3)
    assert held(report), report
    assert int(str(report["exchanges"])) >= 120


@needs_broker
@pytest.mark.skipif(shutil.which("mosquitto_passwd") is None, reason=WHY_NOT)
def test_a_broker_with_a_password_lets_in_who_knows_it(tmp_path: Path) -> None:
    secret = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(secret), "box", "mead"], check=True, capture_output=True)
    broker = Broker(tmp_path, f"allow_anonymous false\npassword_file {secret}")
    broker.start()
    result = result_of_table(1, 0)
    try:
        with pytest.raises(BrokerError, match="Not authorized"):
            Exchange(broker.settings, result.box).synchronise([result])
        known = BrokerSettings("127.0.0.1", "hall", broker.port, "box", "mead")
        exchange = Exchange(known, result.box)
        assert exchange.synchronise([result]) == 1
        assert exchange.synchronise([result]) == 0, "the broker has it already"
        exchange.close()
    finally:
        broker.kill()


def test_without_a_broker_there_is_one_sentence_with_the_remedy() -> None:
    with pytest.raises(BrokerError, match="results wait in the journal"):
        HallListener(BrokerSettings("127.0.0.1", "hall", 1)).listen()
