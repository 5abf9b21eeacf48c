import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type MessageGate = {
  /** The database's address through the gate. */
  readonly url: string
  /** How many messages went to the database since the gate was armed. */
  readonly getCount: () => number
  /** Calls `act` at one message to the database, which gets it or does not; nothing goes through after it. */
  readonly arm: (options: { readonly at: number; readonly isLetThrough: boolean; readonly act: () => void }) => void
  readonly stop: () => Promise<void>
}

/** Stands between a process and its PostgreSQL, and ends the process in the middle of its work, at any message of it. */
export async function startMessageGate(databaseUrl: string): Promise<MessageGate> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let [count, isStopped] = [0, false]
  let armed: Parameters<MessageGate['arm']>[0] | undefined
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined) // one of them was killed
      socket.on('close', () => {
        client.destroy()
        database.destroy()
      })
    }
    client.on('data', (chunk) => {
      if (isStopped) return
      count += 1
      const isNow = armed !== undefined && count === armed.at
      if (!isNow || armed?.isLetThrough) database.write(chunk)
      if (!isNow) return
      isStopped = true
      armed?.act()
    })
    database.on('data', (chunk) => {
      if (!isStopped) client.write(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    getCount: () => count,
    arm: (options) => {
      ;[count, isStopped, armed] = [0, false, options]
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
