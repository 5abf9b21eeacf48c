import type { EvmTransactionSummary } from '../../../protocol/summary.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { formatAmount } from '../format/formatAmount.js'
import { createAddress, createFact, createFacts, createHero, createWideFact } from './parts.js'
import { nameToken } from './tokens.js'

/** What a transaction does, as far as it is known, with the addresses that count. */
export function renderCall(
  { call, to, value, data }: Pick<EvmTransactionSummary, 'call' | 'to' | 'value' | 'data'>,
  request: ApprovalRequest,
): readonly (Node | null)[] {
  const { network } = request
  const native = (): HTMLElement => createHero(formatAmount(value, network.decimals), network.symbol)
  const bytes = `${(data.length - 2) / 2} bytes`
  switch (call.type) {
    case 'none':
      return [native(), createFacts(to !== null && createWideFact('To', createAddress(to)))]
    case 'create':
      return [createHero('New contract'), createFacts(createFact('Code', bytes))]
    case 'unknown':
      return [
        value === '0' ? createHero('Contract call') : native(),
        createFacts(
          to !== null && createWideFact('Contract', createAddress(to)),
          createFact('Function', call.selector),
          createFact('Data', bytes),
        ),
      ]
    case 'approveAll':
      return [
        createHero(call.isAllowed ? 'All items' : 'No items'),
        createFacts(
          createWideFact(call.isAllowed ? 'Who may move them' : 'Who may no longer', createAddress(call.operator)),
          createWideFact('Collection', createAddress(call.collection)),
        ),
      ]
    case 'itemTransfer':
      return [
        createHero(call.items.length === 1 ? '1 item' : `${call.items.length} items`),
        createFacts(
          createWideFact('To', createAddress(call.to)),
          createWideFact('Collection', createAddress(call.collection)),
          createWideFact('Of', createAddress(call.from)),
          ...call.items
            .slice(0, 20)
            .map(({ id, amount }) => createFact(`Number ${id}`, `× ${formatAmount(amount, 0)}`)),
          call.items.length > 20 && createFact('And more', `${call.items.length - 20}`),
        ),
      ]
    case 'transfer':
    case 'transferFrom':
    case 'approve':
    case 'increaseAllowance':
    case 'decreaseAllowance': {
      const { unit, decimals } = nameToken(request, call.token)
      const isUnlimited = 'isUnlimited' in call && call.isUnlimited
      const amount = isUnlimited ? 'Unlimited' : formatAmount(call.amount, decimals)
      return [
        createHero(amount, unit ?? 'units, or item number'),
        createFacts(
          'spender' in call
            ? createWideFact('Who may spend it', createAddress(call.spender))
            : createWideFact('To', createAddress(call.to)),
          'from' in call && createWideFact('Of', createAddress(call.from)),
          createWideFact('Token', createAddress(call.token)),
        ),
      ]
    }
    default:
      return call satisfies never
  }
}
