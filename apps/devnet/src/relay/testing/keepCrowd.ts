import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import WebSocket from 'ws'
import { createClientToken } from './client.js'

type KeepCrowdOptions = {
  readonly url: string
  /** Tells crowds apart. */
  readonly name: string
  readonly size: number
}

/** What a crowd writes to its parent, a line of JSON each. */
export type CrowdNews = {
  /** Clients with a socket and a subscription that the relay has answered. */
  readonly present: number
  /** Messages that were pushed to them. */
  readonly pushed: number
}

/** The topic of one of the clients. */
export function toCrowdTopic(name: string, index: number): string {
  return createHash('sha256').update(`${name}:${index}`).digest('hex')
}

/** Milliseconds until a client that lost its socket, or was not let in, comes again: the first as the client of apps does. */
const pauses = { lost: 100, refused: 1_000 } as const
/** How many come at once for the first time; when all have lost their sockets, all come at once. */
const wave = 200

/** Many clients, each with a key, a socket and a topic of its own, that come back whenever they lose their socket. */
export function keepCrowd({ url, name, size }: KeepCrowdOptions): void {
  const present = new Set<number>()
  let pushed = 0

  const come = (index: number, token: string): void => {
    const socket = new WebSocket(`${url}/?auth=${token}&projectId=test&ua=test`)
    let isOpen = false
    const subscribe = { id: 1, jsonrpc: '2.0', method: 'irn_subscribe', params: { topic: toCrowdTopic(name, index) } }
    socket.on('open', () => {
      isOpen = true
      socket.send(JSON.stringify(subscribe))
    })
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data))
      if (frame.id === 1 && typeof frame.result === 'string') present.add(index)
      if (frame.method !== 'irn_subscription') return
      pushed += 1
      socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
    })
    // `close` follows
    socket.on('error', () => undefined)
    socket.on('close', () => {
      present.delete(index)
      setTimeout(come, isOpen ? pauses.lost : pauses.refused, index, token)
    })
  }
  const first = (begin: number): void => {
    for (let index = begin; index < Math.min(begin + wave, size); index++)
      come(index, createClientToken({ audience: url }).token)
    if (begin + wave < size) setTimeout(first, 100, begin + wave)
  }
  first(0)
  setInterval(() => {
    const news: CrowdNews = { present: present.size, pushed }
    process.stdout.write(`${JSON.stringify(news)}\n`)
  }, 50)
  // ends with its parent
  createInterface({ input: process.stdin }).on('close', () => process.exit())
}
