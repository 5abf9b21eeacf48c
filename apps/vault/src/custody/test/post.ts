import { request } from 'node:http'

/** Sends JSON to a unix socket or an http address, and reads JSON. */
export function post(address: string, path: string, body: unknown, method = 'POST'): Promise<unknown> {
  const to = address.startsWith('http')
    ? { hostname: new URL(address).hostname, port: new URL(address).port }
    : { socketPath: address }
  return new Promise((resolve, reject) => {
    const asked = request({ ...to, path, method, timeout: 60_000 }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', reject)
      response.on('end', () => resolve(JSON.parse(text)))
    })
    asked.on('timeout', () => asked.destroy(new Error('No answer.')))
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
