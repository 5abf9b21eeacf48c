import { assert, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { readBytes, readImageType, readText } from './bytes.js'

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['\x89PNG\r\n\x1a\n\0\0', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x20ftypavif', 'image/avif'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['\xef\xbb\xbf<?xml version="1.0"?>\n<!-- made by hand --><!DOCTYPE svg PUBLIC "a">\n<svg>', 'image/svg+xml'],
])('%j starts an image of type %s', (text, type) => {
  expect(readImageType(bytesOf(text))).toBe(type)
})

test.each([
  '',
  '<!DOCTYPE html><svg>',
  '<html><svg/></html>',
  '<svgfoo>',
  'PK\x03\x04',
  '{"svg":1}',
  '<script>alert(1)</script><svg>',
  'BM6',
])('%j does not start an image', (text) => {
  expect(readImageType(bytesOf(text))).toBeUndefined()
})

test('readImageType returns quickly for any bytes', () => {
  assert(
    property(uint8Array({ maxLength: 5_000 }), (bytes) => {
      expect(['undefined', 'string']).toContain(typeof readImageType(bytes))
    }),
  )
  const started = performance.now()
  for (const part of ['<!---->', '<!--', '<?xml>', ' ', '<!DOCTYPE svg>']) readImageType(bytesOf(part.repeat(2_000)))
  expect(performance.now() - started).toBeLessThan(1_000)
})

test('readText reads a body whose chunks split a character, and an empty body', async () => {
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

test('readText cancels an endless body', async () => {
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

test('readBytes joins chunks up to the limit', async () => {
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

test('readBytes cancels a body that exceeds the limit', async () => {
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
