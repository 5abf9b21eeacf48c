// @vitest-environment happy-dom
import {
  type CaipNetworkId,
  internals,
  LatchkeyError,
  type ModalState,
  type Route,
  type TokenBalance,
} from '@latchkey/core'
import { disconnect } from '@latchkey/core/controllers/connection'
import { goBack } from '@latchkey/core/controllers/shell'
import { getRoute, open, setMaxSendAmount } from '@latchkey/core/internal'
import { RpcError } from '@latchkey/core/plugin'
import { act, type ReactElement } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useModalState } from '../../hooks/useModalState.js'
import { createFakeChainService } from '../../testing/createFakeChainService.js'
import { createFakePurse, type FakePurse, receiver, testHash } from '../../testing/createFakePurse.js'
import { testAddress } from '../../testing/fakeChain.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { typeText } from '../../testing/typeText.js'
import { WalletSendPreviewView } from './WalletSendPreviewView.js'
import { WalletSendSelectTokenView } from './WalletSendSelectTokenView.js'
import { WalletSendView } from './WalletSendView.js'

// loads the chunks up front, so that the tests wait only for responses
beforeAll(async () => {
  const { modal } = await createFakePurse()
  await setMaxSendAmount(modal)
  modal.destroy()
})

let purse: FakePurse
let view: RenderedView

/** Shows the current view, as the router does. */
function Routed(): ReactElement | null {
  const route = useModalState(selectRoute)
  if (route.view === 'WalletSend') return <WalletSendView params={route.params} />
  if (route.view === 'WalletSendSelectToken') return <WalletSendSelectTokenView />
  return route.view === 'WalletSendPreview' ? <WalletSendPreviewView /> : null
}

const selectRoute = (state: ModalState): Route => getRoute(state)

async function begin(params?: {
  readonly caipNetworkId?: CaipNetworkId
  readonly assetAddress?: string
  readonly amount?: string
  readonly to?: string
}): Promise<void> {
  open(purse.modal, { view: 'WalletSend', arguments: params })
  view = await renderView(purse.modal, <Routed />)
  await settled()
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  purse = await createFakePurse()
})

afterEach(() => {
  view.unmount()
  purse.modal.destroy()
})

const settled = (): Promise<void> => act(() => new Promise<void>((resolve) => setTimeout(resolve)))

const field = (label: string): HTMLInputElement => {
  const found = [...view.element.querySelectorAll('label')].find(({ textContent }) => textContent === label)
  return view.element.querySelector(`[id="${found?.htmlFor}"]`) as HTMLInputElement
}

const describedBy = (label: string): string =>
  view.element.querySelector(`[id="${field(label).getAttribute('aria-describedby')}"]`)?.textContent ?? ''

const button = (): HTMLButtonElement => view.element.querySelector('[data-kind=primary]') as HTMLButtonElement

const text = (): string => view.element.textContent ?? ''

const alert = (): string => view.element.querySelector('[role=alert]')?.textContent ?? ''

const shown = (): string => getRoute(purse.modal.getState()).view

const fill = async (amount: string, to = receiver): Promise<void> => {
  await typeText(field('Amount'), amount)
  await typeText(field('To'), to)
  await settled()
}

/** Sets the tokens of the account. */
const hold = (tokens: readonly TokenBalance[]): Promise<void> => {
  const caipAddress = `eip155:1:${testAddress}` as const
  const portfolio = { status: 'ready', caipAddress, last: { tokens, nfts: [], total: '0.00' } } as const
  return act(async () =>
    purse.modal[internals].store.setState((state) => {
      const { eip155 } = state.namespaces
      return eip155 ? { ...state, namespaces: { ...state.namespaces, eip155: { ...eip155, portfolio } } } : state
    }),
  )
}

const press = async (name: string): Promise<void> => {
  await view.press(name)
  await settled()
}

describe('WalletSendView', () => {
  it('labels its button with the first missing or invalid input', async () => {
    await begin()
    const told = async (label: string, text: string) => {
      await typeText(field(label), text)
      await settled()
      return [button().textContent, button().disabled]
    }
    expect([button().textContent, button().disabled]).toEqual(['Enter an amount', true])
    expect(await told('Amount', '1,5')).toEqual(['Enter a valid amount', true])
    expect(await told('Amount', '1.6')).toEqual(['Insufficient funds', true])
    expect(view.names()).toContain('Add funds')
    expect(await told('Amount', '1.5')).toEqual(['Enter an address', true])
    expect(await told('To', 'ada')).toEqual(['Enter a valid address', true])
    expect(field('To').getAttribute('aria-invalid')).toBe('true')
    expect(describedBy('To')).toContain("This isn't a valid address on Testnet One.")
    expect(await told('To', receiver)).toEqual(['Review', false])
  })

  it.each([
    ['a comma', ',', '1,5', '1.5'],
    ['an Arabic digit', '٢', '1٢5', '125'],
  ])('keeps the caret in its place when %s is typed between digits', async (_, data, typed, amount) => {
    await begin()
    await typeText(field('Amount'), '15')
    await typeText(field('Amount'), typed, { data, caret: 2 })
    const { value, selectionStart, selectionEnd } = field('Amount')
    expect([value, selectionStart, selectionEnd]).toEqual([amount, 2, 2])
  })

  it('reads full-width digits of an input method once it has finished', async () => {
    await begin()
    for (const typed of ['１', '１．', '１．５']) {
      await typeText(field('Amount'), typed, { isComposing: true })
      // a changed text would end the composition, and the input method would insert its digits again
      expect(field('Amount').value).toBe(typed)
    }
    await act(async () => field('Amount').dispatchEvent(new CompositionEvent('compositionend', { bubbles: true })))
    expect([field('Amount').value, button().textContent]).toEqual(['1.5', 'Enter an address'])
  })

  it('sets the balance less the fee on Max, and keeps the amount if the fee cannot be read', async () => {
    await begin()
    expect(text()).toContain('Balance 1.5 ETH')
    await press('Max')
    expect(field('Amount').value).toBe('1.499979')
    purse.fee = new Error('down')
    await press('Max')
    expect([field('Amount').value, text()]).toEqual([
      '1.499979',
      expect.stringContaining("Couldn't read the network fee."),
    ])
  })

  it('updates the fiat value of the amount when the token price changes', async () => {
    const quantity = { decimals: '18', numeric: '1.5' }
    const ether = { caipNetworkId: 'eip155:1', name: 'Ether', symbol: 'ETH', decimals: 18, quantity } as const
    await hold([{ ...ether, price: 2_000 }])
    await begin()
    await fill('1')
    expect(describedBy('Amount')).toContain('≈ $2,000.00')
    await hold([{ ...ether, price: 1_500 }])
    expect(describedBy('Amount')).toContain('≈ $1,500.00')
    await press('Review')
    expect(text()).toContain('≈ $1,500.00')
  })

  it('warns about sending to the user’s own address, but allows it', async () => {
    purse.isAddress = () => true
    await begin()
    await fill('1.25', testAddress)
    expect(describedBy('To')).toContain('This is your own address.')
    expect([field('To').getAttribute('aria-invalid'), button().disabled]).toEqual([null, false])
    await press('Review')
    expect(text()).toContain('This is your own address.')
  })

  it('lets the user choose a token', async () => {
    await begin()
    await press('ETH Change token')
    expect([shown(), view.names()]).toEqual(['WalletSendSelectToken', ['Ether 1.5 ETH Selected']])
    await press('Ether')
    expect(shown()).toBe('WalletSend')
  })

  it('offers all of 2,001 tokens, but renders only a window of them', async () => {
    const quantity = { decimals: '18', numeric: '1' }
    const tokens = Array.from({ length: 2_000 }, (_, index) => ({
      caipNetworkId: 'eip155:1' as const,
      address: `0x${index}`,
      name: `Token ${index}`,
      symbol: `T${index}`,
      decimals: 18,
      quantity,
    }))
    await begin()
    await hold(tokens)
    await press('ETH Change token')
    expect(view.element.querySelectorAll('.row')).toHaveLength(20)
    expect(view.element.querySelector('li')?.getAttribute('aria-setsize')).toBe('2001')
  })

  it('shows the arguments of open in read-only fields', async () => {
    await begin({ amount: '0.25', to: receiver })
    expect([field('Amount').value, field('Amount').readOnly]).toEqual(['0.25', true])
    expect([field('To').value, field('To').readOnly]).toEqual([receiver, true])
    expect(view.names()).not.toContain('Max')
    expect(button().textContent).toBe('Review')
  })

  it('offers no other token if the app set a network that the wallet is not on', async () => {
    await begin({ caipNetworkId: 'eip155:10', to: receiver })
    expect(view.names()).not.toContain('ETH Change token')
    expect((view.element.querySelector('.tokenpill') as HTMLButtonElement).disabled).toBe(true)
  })

  it('retries failed lookups of a fixed token and a fixed receiver', async () => {
    const { readToken, isAddress } = purse
    const fail = (): never => {
      throw new RpcError(-32603, 'INTERNAL_ERROR')
    }
    Object.assign(purse, { readToken: fail, isAddress: fail })
    await begin({ assetAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', amount: '0.25', to: receiver })
    expect(purse.modal.getState().send).toMatchObject({ tokenStatus: 'failed', receiver: { status: 'failed' } })
    expect([button().textContent, button().disabled]).toEqual(['Try again', false])
    purse.readToken = readToken
    await press('Try again')
    expect(text()).toContain('USDC')
    expect([button().textContent, button().disabled]).toEqual(['Try again', false])
    purse.isAddress = isAddress
    await press('Try again')
    expect([button().textContent, button().disabled]).toEqual(['Review', false])
  })

  it.each([
    ['does not exist', 'INVALID_PARAMS', "This token doesn't exist on this network."],
    ['could not be read', 'RPC_FAILED', "Couldn't load this token. Try again."],
  ] as const)('reports that a preset token %s, also after the amount was typed', async (_, code, note) => {
    purse.readToken = async () => {
      throw new LatchkeyError(code, 'Failed.')
    }
    await begin({ assetAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' })
    expect(describedBy('Amount')).toBe(note)
    await fill('0.25')
    expect([describedBy('Amount'), button().textContent]).toEqual([note, 'Try again'])
  })

  it('offers to connect if no wallet is connected', async () => {
    await disconnect(purse.modal)
    await begin()
    expect(text()).toContain('No wallet connected')
    await press('Connect')
    expect(shown()).toBe('Connect')
  })
})

describe('WalletSendPreviewView', () => {
  const review = async (): Promise<void> => {
    await begin()
    await fill('1.25')
    await press('Review')
  }

  it('shows the amount, both addresses in full, the network and the maximum fee', async () => {
    await review()
    const facts = [...view.element.querySelectorAll('dd')].map(({ textContent }) => textContent)
    expect(text()).toContain('1.25 ETH')
    expect(facts).toEqual([testAddress, receiver, 'Testnet One', 'Up to 0.000021 ETH'])
  })

  it('returns to the unchanged form on Cancel', async () => {
    await review()
    await press('Cancel')
    expect([shown(), field('Amount').value, field('To').value]).toEqual(['WalletSend', '1.25', receiver])
  })

  it('shows why the transfer would fail, and disables its button', async () => {
    purse.fee = new RpcError(-32003, 'TRANSACTION_REJECTED', { details: 'It would revert.' })
    await review()
    expect([alert(), button().disabled]).toEqual(['This transfer would fail: It would revert.', true])
  })

  it('reduces the maximum amount by a risen fee, and sends that amount', async () => {
    await begin()
    await typeText(field('To'), receiver)
    await press('Max')
    expect(field('Amount').value).toBe('1.499979')
    purse.fee = 21_000_000_000_001n
    await press('Review')
    expect([alert(), button().disabled]).toEqual(['', false])
    expect(text()).toContain('1.499978999999999999 ETH')
    await press('Send')
    expect(text()).toContain('Confirm in Purse')
    expect(purse.sendings[0]?.transaction).toEqual({ to: receiver, value: 1_499_978_999_999_999_999n })
  })

  it('shows an error if the fee uses up the maximum amount', async () => {
    await begin()
    await typeText(field('To'), receiver)
    await press('Max')
    purse.fee = 1_500_000_000_000_000_000n
    await press('Review')
    expect([alert(), button().disabled]).toEqual(['Not enough ETH for the network fee.', true])
  })

  it('shows a lower amount on retry if the wallet rejects the maximum amount without sending it', async () => {
    await begin()
    await typeText(field('To'), receiver)
    await press('Max')
    await press('Review')
    await press('Send')
    const refusal = new RpcError(-32003, 'TRANSACTION_REJECTED', { isUnsent: true })
    await act(async () => purse.sendings[0]?.open.reject(refusal))
    await settled()
    expect(text()).toContain('Nothing was sent.')
    purse.fee = 22_000_000_000_000n
    await press('Try again')
    expect([text(), purse.sendings.length]).toEqual([expect.stringContaining('1.499978 ETH'), 1])
    await press('Send')
    expect(purse.sendings[1]?.transaction).toEqual({ to: receiver, value: 1_499_978_000_000_000_000n })
  })

  it('waits for the wallet and the network, and shows that the amount was sent', async () => {
    await review()
    await press('Send')
    expect(text()).toContain('Confirm in Purse')
    await act(async () => purse.sendings[0]?.open.resolve(testHash))
    await settled()
    expect(text()).toContain('Sending 1.25 ETH')
    const link = view.element.querySelector('a')
    expect([link?.textContent, link?.href, link?.rel]).toEqual([
      'View on Scan',
      `https://scan.example/tx/${testHash}`,
      'noopener noreferrer',
    ])
    await act(async () => purse.outcomes[0]?.resolve({ status: 'confirmed' }))
    await settled()
    expect(view.element.querySelector('[role=status]')?.textContent).toContain('1.25 ETH sent to 0x7099…79C8')
    await press('Done')
    expect(shown()).toBe('Account')
  })

  it('offers a retry when the user declines in the wallet', async () => {
    await review()
    await press('Send')
    await act(async () => purse.sendings[0]?.open.reject({ code: 4001 }))
    await settled()
    expect(text()).toContain('Declined in your walletNothing was sent.')
    expect(view.names()).toEqual(['Try again', 'Cancel'])
    await press('Try again')
    expect([purse.sendings.length, text()]).toEqual([2, expect.stringContaining('Confirm in Purse')])
    await act(async () => purse.sendings[1]?.open.reject({ code: 4001 }))
    await settled()
    await press('Cancel')
    expect([shown(), field('Amount').value]).toEqual(['WalletSend', '1.25'])
    await press('Review')
    expect(button().textContent).toBe('Send')
  })

  describe('after Back during the wallet request', () => {
    const leave = async (): Promise<void> => {
      await review()
      await press('Send')
      await act(async () => goBack(purse.modal))
      await settled()
      expect([shown(), button().textContent]).toEqual(['WalletSend', 'Waiting for your wallet'])
    }

    it('returns to an editable form if the user declines', async () => {
      await leave()
      await act(async () => purse.sendings[0]?.open.reject({ code: 4001 }))
      await settled()
      await typeText(field('Amount'), '1')
      expect([field('Amount').value, button().textContent]).toEqual(['1', 'Review'])
      await press('Review')
      expect(text()).toContain('1 ETH')
    })

    it('shows the transfer as sending, and then as sent', async () => {
      await leave()
      await act(async () => purse.sendings[0]?.open.resolve(testHash))
      await settled()
      expect(text()).toContain('Sending 1.25 ETH')
      await act(async () => purse.outcomes[0]?.resolve({ status: 'confirmed' }))
      await settled()
      expect(text()).toContain('1.25 ETH sent to 0x7099…79C8')
      await press('Done')
      expect(shown()).toBe('Account')
    })
  })

  it('shows an unknown status after an unrecognized error, and does not offer to send again', async () => {
    await review()
    await press('Send')
    await act(async () => purse.sendings[0]?.open.reject(new TypeError('x is undefined')))
    await settled()
    expect(text()).toContain('Transaction status unknown')
    expect(purse.modal.getState().send).toMatchObject({
      step: 'lost',
      error: { code: 'OUTCOME_UNKNOWN', details: 'x is undefined' },
    })
    expect(text()).not.toContain('Send again')
  })

  it('shows why the network rejected the transfer', async () => {
    await review()
    await press('Send')
    await act(async () => purse.sendings[0]?.open.resolve(testHash))
    await settled()
    await act(async () => purse.outcomes[0]?.resolve({ status: 'failed', reason: 'out of gas' }))
    await settled()
    expect(text()).toContain('The network rejected it. out of gas')
  })

  it('links to the form if it is opened on its own', async () => {
    await begin()
    await act(async () => open(purse.modal, { view: 'WalletSendPreview' }))
    expect(text()).toContain('Nothing to review')
    await press('Send')
    expect(shown()).toBe('WalletSend')
  })
})

it('the token list rounds values down, and shows none for an implausibly large one', async () => {
  const service = createFakeChainService()
  const [name, quantity] = ['Lamp coin', { decimals: '6', numeric: '3' }]
  const base = { name, chainId: 'eip155:1', price: 1, quantity }
  service.answers['/balance'] = {
    balances: [
      { ...base, symbol: 'LAMP', address: 'eip155:1:0xa', value: 9.999 },
      { ...base, symbol: 'VAST', address: 'eip155:1:0xb', value: 2e15 },
    ],
  }
  purse.modal.destroy()
  purse = await createFakePurse({
    services: { blockchainApi: service.url },
    env: { storage: () => null, fetch: service.fetch },
  })
  await begin()
  await act(async () => open(purse.modal, { view: 'WalletSendSelectToken' }))
  await vi.waitFor(async () => {
    await settled()
    expect(view.names().some((name) => name.includes('LAMP'))).toBe(true)
  })
  expect(view.names().filter((name) => /LAMP|VAST/.test(name))).toEqual(['Lamp coin 3 LAMP $9.99', 'Lamp coin 3 VAST'])
})
