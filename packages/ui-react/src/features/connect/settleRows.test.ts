import type { ConnectorMeta, WalletListing, WalletRow } from '@latchkey/core'
import { expect, it } from 'vitest'
import { settleRows, toSlotKey, type WalletSlot } from './settleRows.js'

const installed = (id: string): WalletRow => ({ kind: 'injected', connector: { id } as ConnectorMeta })
const listed = (id: string): WalletRow => ({ kind: 'featured', wallet: { id } as WalletListing })
const keys = (slots: readonly WalletSlot[]): readonly string[] => slots.map(toSlotKey)

it('reserves a place for each wallet that is still to come, among the others', () => {
  const slots = settleRows({ rows: [installed('a'), installed('b')], missing: 2, place: 1, shown: undefined })
  expect(keys(slots)).toEqual(['a', 'loading 0', 'loading 1', 'b'])
})

it('puts loaded wallets in the reserved places, whatever their order', () => {
  const shown = settleRows({ rows: [installed('a'), installed('b')], missing: 2, place: 1, shown: undefined })
  const rows = [installed('a'), installed('b'), listed('x'), listed('y')]
  expect(keys(settleRows({ rows, missing: 0, place: 1, shown }))).toEqual(['a', 'list x', 'list y', 'b'])
})

it('gives up the places that nobody takes', () => {
  const shown = settleRows({ rows: [installed('a')], missing: 2, place: 1, shown: undefined })
  const rows = [installed('a'), listed('x')]
  expect(keys(settleRows({ rows, missing: 0, place: 1, shown }))).toEqual(['a', 'list x'])
})

it('puts a wallet that announces itself late after those that the user sees', () => {
  const shown = [installed('a'), listed('x')]
  const rows = [installed('late'), installed('a'), listed('x')]
  expect(keys(settleRows({ rows, missing: 0, place: 2, shown }))).toEqual(['a', 'list x', 'late'])
})

it('keeps the places of wallets that come first by now, and leaves out those that are gone', () => {
  const shown = [installed('a'), installed('b'), listed('x')]
  const rows = [listed('x'), installed('b')]
  expect(keys(settleRows({ rows, missing: 0, place: 0, shown }))).toEqual(['b', 'list x'])
})
