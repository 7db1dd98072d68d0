"""MQTT clients, using paho-mqtt."""

import select
import ssl
from importlib import import_module
from typing import Any

from firmware.league.broker_settings import BrokerSettings
from firmware.league.errors import BrokerError
from firmware.league.ratings import missing_extra
from firmware.rules.message import message

QOS = 1
"""At least once: duplicates are harmless."""
KEEPALIVE = 60


def client_of(settings: BrokerSettings, name: str) -> Any:
    """Creates an unconnected client; raises MissingExtraError if paho-mqtt is not installed."""
    try:
        mqtt = import_module("paho.mqtt.client")
    except ImportError as error:
        raise missing_extra("paho-mqtt") from error
    client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=name)
    if settings.user:
        client.username_pw_set(settings.user, settings.password or None)
    if settings.tls:
        try:
            client.tls_set(ca_certs=str(settings.ca) if settings.ca else None, cert_reqs=ssl.CERT_REQUIRED)
        except (OSError, ValueError) as error:
            raise unreachable(settings, str(error)) from error
    return client


def turn(client: Any, seconds: float) -> bool:
    """Runs one turn of network traffic, waiting at most this long; returns whether it is still connected.

    (The loop of paho-mqtt itself uses `select()`, which fails where many files are open.)
    """
    if (connection := client.socket()) is None:
        return False
    poll = select.poll()
    poll.register(connection, select.POLLIN | (select.POLLOUT if client.want_write() else 0))
    # Data already decrypted by TLS is not visible at the socket.
    decrypted = isinstance(connection, ssl.SSLSocket) and connection.pending() > 0
    poll.poll(0 if decrypted else seconds * 1000)
    codes = [client.loop_read(), client.loop_write() if client.want_write() else 0, client.loop_misc()]
    return not any(codes) and client.socket() is not None


def unreachable(settings: BrokerSettings, why: str) -> BrokerError:
    """Returns the error for an unusable broker."""
    says = message("The broker {host}:{port} cannot be used ({why})", host=settings.host, port=settings.port, why=why)
    return BrokerError(says.with_remedy(message("check the network and league.toml; results wait in the journal")))
