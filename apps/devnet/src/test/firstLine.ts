import type { Readable } from 'node:stream'

/** The first line that a stream brings. The stream flows on, so that its writer never blocks. */
export function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    stream.once('close', () => reject(new Error(`The stream ended with ${JSON.stringify(text)}`)))
  })
}
