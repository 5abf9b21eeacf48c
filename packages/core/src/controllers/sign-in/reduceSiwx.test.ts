import { array, assert, constantFrom, option, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alice, bob } from '../../testing/accounts.js'
import { createTestSession } from '../../testing/createTestSiwx.js'
import type { CaipAddress } from '../../utils/caip.js'
import { isSameAccount, reduceSiwx, type SiwxEvent, type SiwxState } from './state.js'

const here: CaipAddress = `eip155:1:${alice.address}`

const there: CaipAddress = `eip155:10:${alice.address}`

const other: CaipAddress = `eip155:1:${bob.address}`

const session = createTestSession('eip155:1', alice.address)

const error = { code: 'USER_REJECTED', message: 'Declined' } as const

const states = {
  idle: { status: 'idle' },
  checking: { status: 'checking', caipAddress: here },
  signedOut: { status: 'signedOut', caipAddress: here },
  failed: { status: 'signedOut', caipAddress: here, error },
  signing: { status: 'signing', caipAddress: here },
  signedIn: { status: 'signedIn', caipAddress: here, session },
} as const satisfies { readonly [name: string]: SiwxState }

const events = {
  none: { type: 'account', caipAddress: undefined },
  same: { type: 'account', caipAddress: here },
  network: { type: 'account', caipAddress: there },
  account: { type: 'account', caipAddress: other },
  found: { type: 'checked', caipAddress: here, session },
  foundNone: { type: 'checked', caipAddress: here, session: undefined },
  asked: { type: 'asked', caipAddress: here },
  signed: { type: 'signed', caipAddress: here, session },
  signedThere: { type: 'signed', caipAddress: there, session },
  failed: { type: 'failed', caipAddress: here, error },
  left: { type: 'failed', caipAddress: here, error: undefined },
} as const satisfies { readonly [name: string]: SiwxEvent }

const checkingThere = { status: 'checking', caipAddress: there } as const

const checkingOther = { status: 'checking', caipAddress: other } as const

const signedInHere = states.signedIn

/** The state after each event. Events that are not listed return the same state. */
const table: { readonly [state in keyof typeof states]: { readonly [event in keyof typeof events]?: SiwxState } } = {
  idle: { same: states.checking, network: checkingThere, account: checkingOther },
  checking: {
    none: states.idle,
    network: checkingThere,
    account: checkingOther,
    found: signedInHere,
    foundNone: states.signedOut,
    asked: states.signing,
    signed: signedInHere,
    signedThere: { ...states.checking },
  },
  signedOut: {
    none: states.idle,
    network: checkingThere,
    account: checkingOther,
    found: signedInHere,
    asked: states.signing,
    signed: signedInHere,
    signedThere: states.checking,
  },
  failed: {
    none: states.idle,
    network: checkingThere,
    account: checkingOther,
    found: signedInHere,
    asked: states.signing,
    signed: signedInHere,
    signedThere: states.checking,
  },
  signing: {
    none: states.idle,
    network: { status: 'signing', caipAddress: there },
    account: checkingOther,
    found: signedInHere,
    signed: signedInHere,
    signedThere: states.checking,
    failed: states.failed,
    left: states.signedOut,
  },
  signedIn: {
    none: states.idle,
    network: checkingThere,
    account: checkingOther,
    found: { ...signedInHere },
    foundNone: states.signedOut,
    signed: { ...signedInHere },
    signedThere: states.checking,
  },
}

describe.each(Object.keys(states) as (keyof typeof states)[])('%s', (name) => {
  test.each(Object.keys(events) as (keyof typeof events)[])('handles the event %s', (event) => {
    const state = states[name]
    const next = reduceSiwx(state, events[event])
    const expected = table[name][event]
    if (expected === undefined) expect(next).toBe(state)
    else expect(next).toEqual(expected)
  })

  test('ignores every event about another account except "account"', () => {
    const state = states[name]
    for (const event of Object.values(events))
      if (event.type !== 'account') expect(reduceSiwx(state, { ...event, caipAddress: other })).toBe(state)
  })
})

test('isSameAccount compares namespace and address, and ignores case on EVM', () => {
  expect(isSameAccount(here, there)).toBe(true)
  expect(isSameAccount(here, `eip155:1:${alice.address.toLowerCase()}`)).toBe(true)
  expect(isSameAccount('solana:a:Abc', 'solana:a:abc')).toBe(false)
  expect(isSameAccount(here, `solana:1:${alice.address}`)).toBe(false)
  expect(isSameAccount('eip155:1:' as CaipAddress, 'eip155:1:' as CaipAddress)).toBe(false)
})

test('after any events, the account is the last active one, and only its own session signs it in', () => {
  const address = constantFrom(here, there, other)
  const event = record({
    type: constantFrom('account', 'checked', 'asked', 'signed', 'failed'),
    caipAddress: address,
    hasSession: option(constantFrom(true)),
  })
  assert(
    property(array(event, { maxLength: 30 }), (steps) => {
      let state: SiwxState = { status: 'idle' }
      let active: CaipAddress | undefined
      for (const { type, caipAddress, hasSession } of steps) {
        const own = hasSession ? createTestSession('eip155:1', caipAddress.split(':')[2] ?? '') : undefined
        if (type === 'account') active = hasSession === null ? undefined : caipAddress
        const next =
          type === 'account'
            ? ({ type, caipAddress: active } as const)
            : type === 'signed'
              ? ({
                  type,
                  caipAddress,
                  session: own ?? createTestSession('eip155:1', caipAddress.split(':')[2] ?? ''),
                } as const)
              : type === 'checked'
                ? ({ type, caipAddress, session: own } as const)
                : type === 'failed'
                  ? ({ type, caipAddress, error: undefined } as const)
                  : ({ type, caipAddress } as const)
        state = reduceSiwx(state, next)
        expect(state.status === 'idle' ? undefined : state.caipAddress).toBe(active)
        if (state.status === 'signedIn') expect(state.caipAddress).toContain(state.session.data.accountAddress)
      }
    }),
  )
})
