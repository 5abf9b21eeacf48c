import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type CommitGate = {
  /** The database's address through the gate. */
  readonly url: string
  /**
   * At the commit of the next transaction that holds `text`: `before` it reaches the database, or `after` the database has confirmed
   * it, in both cases without the client hearing of it, calls `act` and lets nothing through any more.
   */
  readonly arm: (options: { text: string; at: 'before' | 'after'; act: () => void }) => void
  readonly stop: () => Promise<void>
}

/** Stands between a process and its PostgreSQL, to stop the world at the moments between commit and reply. */
export async function startCommitGate(databaseUrl: string): Promise<CommitGate> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let armed: { text: string; at: 'before' | 'after'; act: () => void } | undefined
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
    let isChosen = false
    let isStopped = false
    client.on('data', (chunk) => {
      if (isStopped) return
      const text = chunk.toString('latin1')
      if (armed && text.includes(armed.text)) isChosen = true
      if (!armed || !isChosen || !text.includes('COMMIT')) {
        database.write(chunk)
        return
      }
      const { at, act } = armed
      armed = undefined
      isStopped = true
      if (at === 'before') act()
      else {
        database.write(chunk)
        // the tag of a commit that has been confirmed
        database.on('data', (reply) => {
          if (reply.toString('latin1').includes('COMMIT')) act()
        })
      }
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
    arm: (options) => {
      armed = options
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
