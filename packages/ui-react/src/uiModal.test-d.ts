import type { SentTransfer } from '@latchkey/core'
import { expectTypeOf, it } from 'vitest'
import { createModal } from './createModal.js'
import { fakeChain } from './testing/fakeChain.js'
import type { UiModal } from './uiModal.js'

it('keeps the plugins of the list in the type', () => {
  const modal = createModal({ adapters: [fakeChain()] })
  expectTypeOf(modal.adapters[0].namespace).toEqualTypeOf<'eip155'>()
  expectTypeOf(modal).toExtend<UiModal>()
})

it('tells what was sent where the app fills a transfer in', () => {
  const modal = createModal({ adapters: [fakeChain()] })
  expectTypeOf(modal.open({ view: 'WalletSend', arguments: { amount: '1' } })).toEqualTypeOf<Promise<SentTransfer>>()
  expectTypeOf(modal.open({ view: 'WalletSend' })).toEqualTypeOf<Promise<void>>()
  expectTypeOf(modal.open()).toEqualTypeOf<Promise<void>>()
})

it('asks for the parameters of the view that is opened', () => {
  const modal = createModal({ adapters: [fakeChain()] })
  void modal.open({ view: 'SwitchNetwork', arguments: { caipNetworkId: 'eip155:1' } })
  // @ts-expect-error no such view
  void modal.open({ view: 'Nowhere' })
  // @ts-expect-error parameters of another view
  void modal.open({ view: 'SwitchNetwork', arguments: { connectorId: 'x' } })
})
