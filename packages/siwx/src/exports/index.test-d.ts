import type { AuthPlugin, ModalOptions, SiwxMessageFields, SiwxSession } from '@latchkey/core'
import { expectTypeOf, test } from 'vitest'
import { createHttpSessions, createMemorySessions, parseMessageText, type Sessions, siwx } from './index.js'

test('siwx() is a valid adapter of createModal()', () => {
  expectTypeOf(siwx()).toEqualTypeOf<AuthPlugin>()
  expectTypeOf([siwx({ server: '/siwx' })]).toExtend<ModalOptions['adapters']>()
})

test('`sessions` accepts those of this package and the app’s own', () => {
  expectTypeOf(siwx).toBeCallableWith({ sessions: createMemorySessions() })
  expectTypeOf(siwx).toBeCallableWith({ sessions: createHttpSessions({ url: '/siwx' }) })
  expectTypeOf(siwx).toBeCallableWith({ sessions: {} as Sessions })
  // @ts-expect-error -- `add` alone keeps nothing
  siwx({ sessions: { add: async (_: SiwxSession) => undefined } })
})

test('parsing a message returns its fields or null', () => {
  expectTypeOf(parseMessageText('', 'eip155')).toEqualTypeOf<SiwxMessageFields | null>()
  // @ts-expect-error -- no sign-in on Cosmos
  parseMessageText('', 'cosmos')
})
