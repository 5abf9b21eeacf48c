import type { BitcoinInput, BitcoinOutput, BitcoinTransactionSummary } from '../../../protocol/summary.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { h } from '../h.js'
import { formatAmount } from './amounts.js'
import {
  createAccount,
  createAddress,
  createBytes,
  createDetails,
  createFact,
  createFacts,
  createHero,
  createWideFact,
} from './elements.js'

/** A Bitcoin transaction: who gets how much, what comes back, and the fee; or an offer, pair by pair. */
export function renderBitcoin(summary: BitcoinTransactionSummary, request: ApprovalRequest): readonly (Node | null)[] {
  const { inputs, account } = summary
  const { name } = request.network
  const paysFromOrdinals = inputs.some(({ purpose, isSigned }) => isSigned && purpose === 'ordinal')
  return [
    ...(summary.isOffer ? renderOffer(summary, request) : renderPayment(summary, request)),
    createFacts(
      createFact('Network', name),
      createAccount(paysFromOrdinals ? 'Your ordinals account' : 'Your account', account),
    ),
    createInputs(inputs, request),
  ]
}

function renderPayment(
  { outputs, fee, feeRate, spent }: BitcoinTransactionSummary,
  request: ApprovalRequest,
): readonly (Node | null)[] {
  const toText = (sats: string): string => format(sats, request)
  const paid = outputs.filter(({ purpose, isData, amount }) => purpose === null && !(isData && amount === '0'))
  const back = outputs.filter(({ purpose }) => purpose !== null)
  const data = outputs.filter(({ isData }) => isData)
  const [only] = paid
  const isOne = only !== undefined && paid.length === 1
  const { decimals, symbol } = request.network
  const [hero, unit] = isOne ? [formatAmount(only.amount, decimals), symbol] : [formatAmount(spent, decimals), symbol]
  return [
    createHero(hero, unit),
    ...paid.map((output) =>
      createFacts(createRecipient(output), !isOne && createFact('Amount', toText(output.amount))),
    ),
    createFacts(
      ...back.map(({ amount, purpose }) =>
        createFact(purpose === 'ordinal' ? 'Back to your ordinals account' : 'Back to you', toText(amount)),
      ),
      createFact('Network fee', toText(fee ?? ''), `${feeRate} sat/vB`),
      createFact('You pay in total', toText(spent)),
    ),
    ...data.map(({ script }) => createDetails('Data stored on the network', createBytes(`0x${script}`))),
  ]
}

/** Each input with the one output that its signature is bound to. */
function renderOffer(
  { inputs, outputs }: BitcoinTransactionSummary,
  request: ApprovalRequest,
): readonly (Node | null)[] {
  return inputs.map(({ amount, purpose }, index) => {
    const output = outputs[index]
    return h(
      'section',
      { class: 'instruction' },
      h('h3', {}, `You give ${format(amount, request)}`),
      createFacts(
        createFact('From', purpose === 'ordinal' ? 'Your ordinals account' : 'Your account'),
        output?.purpose != null && createFact('You get', format(output.amount, request)),
        output?.purpose === null && createFact('You get', 'Nothing'),
        output?.purpose === null && createFact('Someone else gets', format(output.amount, request)),
      ),
      output?.purpose === null ? createFacts(createRecipient(output)) : null,
    )
  })
}

function createRecipient({ address, script }: BitcoinOutput): HTMLElement {
  return address === null
    ? createWideFact('To a script without an address', createBytes(script))
    : createWideFact('To', createAddress(address))
}

/** The coins that are spent, for those who want to know. */
function createInputs(inputs: readonly BitcoinInput[], request: ApprovalRequest): HTMLElement {
  const rows = inputs.map(({ amount, address, purpose, outpoint }) => {
    const owner =
      purpose === null ? 'Someone else’s coin' : purpose === 'ordinal' ? 'Your ordinals account' : 'Your account'
    return createFacts(
      createFact(owner, format(amount, request)),
      purpose === null && address !== null && createWideFact('Address', createAddress(address)),
      createWideFact('Output', createAddress(outpoint)),
    )
  })
  return createDetails(`Coins spent (${inputs.length})`, ...rows)
}

function format(sats: string, { network }: ApprovalRequest): string {
  return `${formatAmount(sats, network.decimals)} ${network.symbol}`
}
