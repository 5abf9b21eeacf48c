import { Agent, get } from 'node:http'

export type LoadOptions = {
  readonly seconds: number
  /** That ask at once, each again as soon as it is answered. */
  readonly clients: number
  /** The URL of the next question, after what was answered last. */
  readonly next: (body: string) => string
}

/** Milliseconds, and answers in a second. */
export type Load = {
  readonly count: number
  readonly failed: number
  readonly rate: number
  readonly median: number
  readonly p99: number
}

/** Asks for a while as fast as answers come. */
export async function driveLoad({ seconds, clients, next }: LoadOptions): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: number[] = []
  let failed = 0
  const begun = performance.now()
  const end = begun + seconds * 1_000
  const run = async (): Promise<void> => {
    for (let body = ''; performance.now() < end; ) {
      const sent = performance.now()
      const reply = await ask(next(body), agent)
      times.push(performance.now() - sent)
      if (reply.status !== 200) failed++
      body = reply.body
    }
  }
  await Promise.all(Array.from({ length: clients }, run))
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  const rate = times.length / ((performance.now() - begun) / 1_000)
  return { count: times.length, failed, rate, median: at(0.5), p99: at(0.99) }
}

function ask(url: string, agent: Agent): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, timeout: 30_000 }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      response.on('error', reject)
    }).on('error', reject)
  })
}
