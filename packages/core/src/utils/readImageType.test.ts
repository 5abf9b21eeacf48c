import { assert, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { readImageType } from './bytes.js'

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['\x89PNG\r\n\x1a\n\0\0', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x20ftypavif', 'image/avif'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['\xef\xbb\xbf<?xml version="1.0"?>\n<!-- made by hand --><!DOCTYPE svg PUBLIC "a">\n<svg>', 'image/svg+xml'],
])('%j begins an image: %s', (text, type) => {
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
])('%j begins none', (text) => {
  expect(readImageType(bytesOf(text))).toBeUndefined()
})

test('whatever comes, it answers at once', () => {
  assert(
    property(uint8Array({ maxLength: 5_000 }), (bytes) => {
      expect(['undefined', 'string']).toContain(typeof readImageType(bytes))
    }),
  )
  const started = performance.now()
  for (const part of ['<!---->', '<!--', '<?xml>', ' ', '<!DOCTYPE svg>']) readImageType(bytesOf(part.repeat(2_000)))
  expect(performance.now() - started).toBeLessThan(1_000)
})
