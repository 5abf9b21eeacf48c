import type { AccountName, SentTransfer } from '@latchkey/core'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { expectTypeOf, it } from 'vitest'
import type { ConnectButton } from './buttons/ConnectButton.js'
import type { ConnectButtonState } from './buttons/useConnectButton.js'
import type { WalletButtonState } from './buttons/useWalletButton.js'
import type { WalletButton } from './buttons/WalletButton.js'
import { createModal } from './createModal.js'
import type { useName } from './hooks/useName.js'
import type { useSendTransaction } from './hooks/walletActions.js'
import { fakeChain } from './testing/fakeChain.js'
import type { UiModal } from './uiModal.js'

it('keeps the types of the adapters', () => {
  const modal = createModal({ adapters: [fakeChain()] })
  expectTypeOf(modal.adapters[0].namespace).toEqualTypeOf<'eip155'>()
  expectTypeOf(modal).toExtend<UiModal>()
})

it('open() resolves with the transfer if the app prefills one', () => {
  const modal = createModal({ adapters: [fakeChain()] })
  expectTypeOf(modal.open({ view: 'WalletSend', arguments: { amount: '1' } })).toEqualTypeOf<Promise<SentTransfer>>()
  expectTypeOf(modal.open({ view: 'WalletSend' })).toEqualTypeOf<Promise<void>>()
  expectTypeOf(modal.open()).toEqualTypeOf<Promise<void>>()
})

it('open() requires the arguments of the view', () => {
  const modal = createModal({ adapters: [fakeChain()] })
  void modal.open({ view: 'SwitchNetwork', arguments: { caipNetworkId: 'eip155:1' } })
  // @ts-expect-error no such view
  void modal.open({ view: 'Nowhere' })
  // @ts-expect-error parameters of another view
  void modal.open({ view: 'SwitchNetwork', arguments: { connectorId: 'x' } })
})

it('passes a custom button what it shows', () => {
  expectTypeOf<Parameters<typeof ConnectButton.Custom>[0]['children']>().toEqualTypeOf<
    (state: ConnectButtonState) => ReactNode
  >()
  expectTypeOf<NonNullable<ConnectButtonState['account']>['label']>().toEqualTypeOf<string>()
  expectTypeOf<ReturnType<ConnectButtonState['getButtonProps']>>().toExtend<ButtonHTMLAttributes<HTMLButtonElement>>()
  expectTypeOf<ReturnType<WalletButtonState['getButtonProps']>>().toExtend<ButtonHTMLAttributes<HTMLButtonElement>>()
  expectTypeOf<Parameters<typeof WalletButton>[0]>().toExtend<{ readonly wallet: string }>()
})

it('accepts the description of a transaction', () => {
  const { sendTransaction } = {} as ReturnType<typeof useSendTransaction>
  expectTypeOf<Parameters<typeof sendTransaction>[0]>().toExtend<{ readonly description?: string | undefined }>()
  expectTypeOf<ReturnType<typeof useName>['data']>().toEqualTypeOf<AccountName | null | undefined>()
})
