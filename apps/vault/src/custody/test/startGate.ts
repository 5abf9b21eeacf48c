import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Handlers of one connection to the database, which decide whether data is passed on. */
export type GateKeeper = {
  readonly onQuestion: (chunk: Buffer, pass: () => void) => void
  readonly onAnswer: (chunk: Buffer, pass: () => void) => void
}

export type Gate = {
  /** URL of the database through the proxy. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts a proxy between a process and PostgreSQL, with separate handlers for each connection. */
export async function startGate(databaseUrl: string, createKeeper: () => GateKeeper): Promise<Gate> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined) // one of the two was killed
      socket.on('close', () => {
        client.destroy()
        database.destroy()
      })
    }
    const keeper = createKeeper()
    client.on('data', (chunk) => keeper.onQuestion(chunk, () => database.write(chunk)))
    database.on('data', (chunk) => keeper.onAnswer(chunk, () => client.write(chunk)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
