import { expect, test } from 'vitest'
import { readBytes } from './bytes.js'

test('joins what comes in parts, up to the limit', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array([1, 2]))
      controller.enqueue(new Uint8Array([3]))
      controller.close()
    },
  })
  expect(await readBytes(new Response(body), 3)).toEqual(new Uint8Array([1, 2, 3]))
  expect(await readBytes(new Response(null), 3)).toEqual(new Uint8Array())
})

test('one byte too many ends the transfer', async () => {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(2)),
    cancel() {
      isCancelled = true
    },
  })
  await expect(readBytes(new Response(body), 3)).rejects.toThrow(RangeError)
  expect(isCancelled).toBe(true)
})
