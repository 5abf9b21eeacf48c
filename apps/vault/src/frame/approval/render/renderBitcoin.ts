import type { BitcoinInput, BitcoinOutput, BitcoinTransactionSummary } from '../../../protocol/summary.js'
import { say } from '../../../words/say.js'
import { words } from '../../texts.js'
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

/** A Bitcoin transaction: recipients with amounts, change, and the fee; or an offer, pair by pair. */
export function renderBitcoin(summary: BitcoinTransactionSummary, request: ApprovalRequest): readonly (Node | null)[] {
  const { inputs, account } = summary
  const { name } = request.network
  const { facts } = words
  const paysFromOrdinals = inputs.some(({ purpose, isSigned }) => isSigned && purpose === 'ordinal')
  return [
    ...(summary.isOffer ? renderOffer(summary, request) : renderPayment(summary, request)),
    createFacts(
      createFact(facts.network, name),
      createAccount(paysFromOrdinals ? facts.ordinals : facts.account, account),
    ),
    createInputs(inputs, request),
  ]
}

function renderPayment(
  { outputs, fee, feeRate, spent }: BitcoinTransactionSummary,
  request: ApprovalRequest,
): readonly (Node | null)[] {
  const { bitcoin, facts } = words
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
      createFacts(createRecipient(output), !isOne && createFact(facts.amount, toText(output.amount))),
    ),
    createFacts(
      ...back.map(({ amount, purpose }) =>
        createFact(purpose === 'ordinal' ? bitcoin.ordinalsChange : bitcoin.change, toText(amount)),
      ),
      createFact(facts.fee, toText(fee ?? ''), `${formatAmount(feeRate ?? '', 0)} sat/vB`),
      createFact(bitcoin.total, toText(spent)),
    ),
    ...data.map(({ script }) => createDetails(bitcoin.data, createBytes(`0x${script}`))),
  ]
}

/** Each input with the one output that its signature is bound to. */
function renderOffer(
  { inputs, outputs }: BitcoinTransactionSummary,
  request: ApprovalRequest,
): readonly (Node | null)[] {
  const { bitcoin, facts } = words
  return inputs.map(({ amount, purpose }, index) => {
    const output = outputs[index]
    return h(
      'section',
      { class: 'instruction' },
      h('h3', {}, say(bitcoin.gives, { amount: format(amount, request) })),
      createFacts(
        createFact(facts.from, purpose === 'ordinal' ? facts.ordinals : facts.account),
        output?.purpose != null && createFact(bitcoin.gets, format(output.amount, request)),
        output?.purpose === null && createFact(bitcoin.gets, bitcoin.nothing),
        output?.purpose === null && createFact(bitcoin.otherGets, format(output.amount, request)),
      ),
      output?.purpose === null ? createFacts(createRecipient(output)) : null,
    )
  })
}

function createRecipient({ address, script }: BitcoinOutput): HTMLElement {
  return address === null
    ? createWideFact(words.bitcoin.script, createBytes(script))
    : createWideFact(words.facts.to, createAddress(address))
}

/** The spent coins, collapsed. */
function createInputs(inputs: readonly BitcoinInput[], request: ApprovalRequest): HTMLElement {
  const { bitcoin, facts } = words
  const rows = inputs.map(({ amount, address, purpose, outpoint }) => {
    const owner = purpose === null ? bitcoin.otherCoin : purpose === 'ordinal' ? facts.ordinals : facts.account
    return createFacts(
      createFact(owner, format(amount, request)),
      purpose === null && address !== null && createWideFact(bitcoin.address, createAddress(address)),
      createWideFact(bitcoin.output, createAddress(outpoint)),
    )
  })
  return createDetails(say(bitcoin.coins, { n: inputs.length }), ...rows)
}

function format(sats: string, { network }: ApprovalRequest): string {
  return `${formatAmount(sats, network.decimals)} ${network.symbol}`
}
