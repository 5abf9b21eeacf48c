/** What every message of an app to its frame begins with, and every one of the frame to its app. [S4.39] */
export const appPrefix = '@w3m-app/'
export const framePrefix = '@w3m-frame/'

/** Version that our frames announce in READY: they offer a port of their own, see {@link portNames}. */
export const handshakeVersion = 'latchkey/1'

/**
 * Beside the wire. `offer` carries a MessagePort to a frame that announced {@link handshakeVersion}; the frame takes the first
 * one from its parent at its pinned origin and answers `accept` on it. From then on both sides speak on the port alone.
 * `escape` tells the app, on the port, that Esc was pressed inside the frame. The frame answers each `ping` by a `pong`, as no
 * browser tells a page that a frame has crashed.
 */
export const portNames = {
  offer: '@latchkey/PORT',
  accept: '@latchkey/PORT_OK',
  escape: '@latchkey/ESCAPE',
  ping: '@latchkey/PING',
  pong: '@latchkey/PONG',
} as const

/** The code of an error that says that the operator has frozen the user: one of those that JSON-RPC leaves to servers. */
export const walletFrozen = -32_050
