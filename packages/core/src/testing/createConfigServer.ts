import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ConfigAnswer = { readonly status?: number | undefined; readonly body: unknown } | 'hang'

export type ConfigServer = {
  readonly url: string
  /** Method and path of what it was asked, in order. */
  readonly requests: string[]
  /** The queries and bodies of it. */
  readonly calls: { readonly query: { readonly [name: string]: string }; readonly body: unknown }[]
  /** By path; a text is sent as it is. What is not here is 404. */
  readonly answers: { [path: string]: ConfigAnswer | (() => Promise<ConfigAnswer>) }
  stop(): Promise<void>
}

/** A real server of settings and reports, on a free port of this machine. */
export async function createConfigServer(): Promise<ConfigServer> {
  const requests: string[] = []
  const calls: ConfigServer['calls'] = []
  const answers: ConfigServer['answers'] = {}
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://localhost')
      const text = await readBody(request)
      requests.push(`${request.method} ${url.pathname}`)
      calls.push({ query: Object.fromEntries(url.searchParams), body: text === '' ? undefined : JSON.parse(text) })
      const wanted = answers[url.pathname] ?? { status: 404, body: { error: 'NOT_FOUND', message: 'Nothing here.' } }
      const answer = typeof wanted === 'function' ? await wanted() : wanted
      if (answer === 'hang') return
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    calls,
    answers,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}
