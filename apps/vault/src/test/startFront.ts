import { connect, createServer, type Socket } from 'node:net'

export type Front = {
  readonly port: number
  /** Forwards new connections to these ports in turn, and closes the open ones. */
  readonly lead: (ports: readonly number[]) => void
  /** Closes the open connections, so that the next ones may reach another port. */
  readonly turn: () => void
  readonly stop: () => void
}

/** Starts a load balancer: one address in front of several processes. */
export async function startFront(): Promise<Front> {
  let ports: readonly number[] = []
  let count = 0
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const port = ports[count++ % ports.length]
    if (port === undefined) return void socket.destroy()
    const behind = connect(port, '127.0.0.1')
    open.add(socket)
    socket.on('close', () => {
      open.delete(socket)
      behind.destroy()
    })
    socket.on('error', () => behind.destroy())
    behind.on('error', () => socket.destroy())
    socket.pipe(behind).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const end = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    lead(next) {
      ports = next
      end()
    },
    turn: end,
    stop() {
      end()
      server.close()
    },
  }
}
