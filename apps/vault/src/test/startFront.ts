import { connect, createServer, type Socket } from 'node:net'

export type Front = {
  readonly port: number
  /** From now on: each new connection goes to the next of these. Connections that are there end. */
  readonly lead: (ports: readonly number[]) => void
  /** Connections that are there end: the next ones may go elsewhere. */
  readonly turn: () => void
  readonly stop: () => void
}

/** One address before several processes, as a load balancer is. */
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
