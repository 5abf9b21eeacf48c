import type { ConnectorMeta, WalletListing, WalletRow } from '@latchkey/core'
import { expect, it } from 'vitest'
import { settleRows, toSlotKey, type WalletSlot } from './settleRows.js'

const installed = (id: string): WalletRow => ({ kind: 'injected', connector: { id } as ConnectorMeta })
const listed = (id: string): WalletRow => ({ kind: 'featured', wallet: { id } as WalletListing })
const keys = (slots: readonly WalletSlot[]): readonly string[] => slots.map(toSlotKey)

it('reserves a slot for each wallet that is still loading, among the others', () => {
  const slots = settleRows({ rows: [installed('a'), installed('b')], missing: 2, place: 1, shown: undefined })
  expect(keys(slots)).toEqual(['a', 'loading 0', 'loading 1', 'b'])
})

it('puts loaded wallets in the reserved slots, regardless of their order', () => {
  const shown = settleRows({ rows: [installed('a'), installed('b')], missing: 2, place: 1, shown: undefined })
  const rows = [installed('a'), installed('b'), listed('x'), listed('y')]
  expect(keys(settleRows({ rows, missing: 0, place: 1, shown }))).toEqual(['a', 'list x', 'list y', 'b'])
})

it('drops reserved slots that stay unused', () => {
  const shown = settleRows({ rows: [installed('a')], missing: 2, place: 1, shown: undefined })
  const rows = [installed('a'), listed('x')]
  expect(keys(settleRows({ rows, missing: 0, place: 1, shown }))).toEqual(['a', 'list x'])
})

it('puts a wallet that is announced late after those already shown', () => {
  const shown = [installed('a'), listed('x')]
  const rows = [installed('late'), installed('a'), listed('x')]
  expect(keys(settleRows({ rows, missing: 0, place: 2, shown }))).toEqual(['a', 'list x', 'late'])
})

it('keeps the order of shown wallets if their rank changes, and removes those that are gone', () => {
  const shown = [installed('a'), installed('b'), listed('x')]
  const rows = [listed('x'), installed('b')]
  expect(keys(settleRows({ rows, missing: 0, place: 0, shown }))).toEqual(['b', 'list x'])
})
