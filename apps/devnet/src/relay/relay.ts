import { createServer } from 'node:http'
import { type Listening, listen } from '../http/server.js'
import { type RunningRelay, type StartRelayOptions, serveControl } from './control.js'
import { createHub } from './hub.js'
import { openMailbox } from './journal.js'
import { serveSockets } from './sockets.js'

/** Node clients drop a socket after 35 s of silence. */
const pingMs = 25_000

/**
 * Starts a WalletConnect relay in this process. It stores messages until they expire, and pushes each to subscribers until they
 * acknowledge it. It can't read them: peers encrypt end to end.
 */
export async function startRelay(options: StartRelayOptions = {}): Promise<RunningRelay> {
  const { port = 0, now = Date.now } = options
  const mailbox = openMailbox({ now, journal: options.journal })
  const hub = createHub({ mailbox, now })
  const server = createServer()
  let listening: Listening | undefined
  const audiences = (): readonly string[] => ['127.0.0.1', 'localhost'].map((host) => `ws://${host}:${listening?.port}`)
  const sockets = serveSockets({ server, hub, now, audiences })
  listening = await listen(server, port)

  const timer = setInterval(() => {
    sockets.ping()
    mailbox.prune()
  }, pingMs)
  const { url, close } = listening
  let isStopped = false
  const relay: RunningRelay = {
    url: url.replace('http:', 'ws:'),
    controlUrl: url,
    port: listening.port,
    cutSockets: sockets.cut,
    setFaults: hub.faults.set,
    pause: () => sockets.pause(true),
    resume: () => sockets.pause(false),
    stats: () => {
      const { messages, bytes } = mailbox.count()
      return { ...sockets.count(), ...hub.count(), messages, bytes }
    },
    stop: async () => {
      if (isStopped) return
      isStopped = true
      clearInterval(timer)
      hub.faults.stop()
      sockets.cut()
      await close()
      mailbox.close()
    },
  }
  serveControl(server, relay)
  return relay
}
