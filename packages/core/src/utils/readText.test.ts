import { expect, test } from 'vitest'
import { readText } from './bytes.js'

test('reads a body, also one that is cut inside a character', async () => {
  const bytes = new TextEncoder().encode('é')
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, 1))
      controller.enqueue(bytes.slice(1))
      controller.close()
    },
  })
  expect(await readText(new Response(body))).toBe('é')
  expect(await readText(new Response(null))).toBe('')
})

test('refuses a body without end', async () => {
  let sent = 0
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(1_000_000))
    },
    cancel() {
      isCancelled = true
    },
  })
  await expect(readText(new Response(body))).rejects.toThrow(RangeError)
  expect(isCancelled).toBe(true)
  expect(sent).toBeLessThan(20)
})
