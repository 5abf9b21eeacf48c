import WebSocket from 'ws'
import { createClientToken } from './client.js'
import { type CrowdNews, toCrowdTopic } from './crowd.js'
import { audience } from './startTestRelay.js'

type KeepCrowdOptions = {
  readonly url: string
  /** Name of the crowd. */
  readonly name: string
  readonly size: number
}

/** Milliseconds until a client reconnects after a lost or refused connection. The first delay is the app client's. */
const pauses = { lost: 100, refused: 1_000 } as const
/** Number of clients that connect at the same time initially. After a loss, all reconnect at the same time. */
const wave = 200

/** Runs many clients, each with its own key, socket and topic, that reconnect whenever they lose their socket. */
function keepCrowd({ url, name, size }: KeepCrowdOptions): void {
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
      come(index, createClientToken({ audience }).token)
    if (begin + wave < size) setTimeout(first, 100, begin + wave)
  }
  first(0)
  setInterval(() => {
    const news: CrowdNews = { present: present.size, pushed }
    process.stdout.write(`${JSON.stringify(news)}\n`)
  }, 50)
  // exits with its parent
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && process.exit(), 1_000)
}

const { CROWD_URL: url = '', CROWD_NAME: name = '', CROWD_SIZE: size } = process.env
keepCrowd({ url, name, size: Number(size) })
