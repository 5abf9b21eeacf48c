import { expect, test, vi } from 'vitest'
import { frameReplies } from '../../protocol/schemas.js'
import { createEventReader } from './createEventReader.js'

test('[S8.36] warns once about each kind of unreadable message, for a limited number of kinds', () => {
  const warn = vi.fn()
  const read = createEventReader(warn)
  for (let turn = 0; turn < 3; turn++) {
    for (const name of Object.keys(frameReplies)) expect(read({ type: `@w3m-frame/${name}_SUCCESS` })).toBeNull()
    for (let index = 0; index < 100; index++) expect(read({ type: `@w3m-frame/X${index}`, id: 'a' })).toBeNull()
    for (const type of ['x@w3m-frame/READY.y', '@W3M-FRAME/ready', 'w3m-frame/']) expect(read({ type })).toBeNull()
    expect(read({ type: '@w3m-frame/READY', payload: 7 })).toBeNull()
  }
  const texts = warn.mock.calls.map(([cause]) => String((cause as { readonly details?: string }).details))
  // an RPC_REQUEST can have any reply, but needs an id
  expect(texts).toHaveLength(Object.keys(frameReplies).length + 3)
  expect(new Set(texts).size).toBe(texts.length)
})

test('silently ignores messages that are not from a frame', () => {
  const warn = vi.fn()
  const read = createEventReader(warn)
  for (const data of [
    null,
    undefined,
    7,
    'x',
    [],
    {},
    { type: 7 },
    { type: 'webpackOk' },
    { source: 'react-devtools' },
  ])
    expect(read(data)).toBeNull()
  expect(warn).not.toHaveBeenCalled()
})

test('reads a valid message without a warning', () => {
  const warn = vi.fn()
  expect(createEventReader(warn)({ type: '@w3m-frame/READY', payload: {} })).toEqual({
    kind: 'ready',
    version: undefined,
  })
  expect(warn).not.toHaveBeenCalled()
})
