import type { MessageSummary, PermissionSummary, PermissionTerms, SignInSummary } from '../../../protocol/summary.js'
import { toTime } from '../../../words/say.js'
import { words } from '../../texts.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { formatAmount, formatToken, formatUntil, nameToken } from './amounts.js'
import {
  createAccount,
  createAddress,
  createBytes,
  createDetails,
  createFact,
  createFacts,
  createFields,
  createForeign,
  createHero,
  createText,
  createWideFact,
  parseFields,
} from './elements.js'
import { renderBitcoin } from './renderBitcoin.js'
import { renderCalls, renderEvmTransaction } from './renderCalls.js'
import { renderSolana } from './renderSolana.js'
import { renderTypedData } from './renderTypedData.js'

/** Renders the summary of a request, from top to bottom. */
export function renderSummary(request: ApprovalRequest): readonly (Node | null)[] {
  const { summary } = request
  switch (summary.kind) {
    case 'message':
      return renderMessage(summary)
    case 'signIn':
      return renderSignIn(summary)
    case 'typedData':
      return renderTypedData(summary, request)
    case 'evmTransaction':
      return renderEvmTransaction(summary, request)
    case 'solanaTransactions':
      return renderSolana(summary, request)
    case 'bitcoinTransaction':
      return renderBitcoin(summary, request)
    case 'calls':
      return renderCalls(summary, request)
    case 'permission':
      return renderPermission(summary, request)
    default:
      return summary satisfies never
  }
}

/** A message in full. It may be long, and is scrolled to its end. */
function renderMessage({ content, account }: MessageSummary): readonly (Node | null)[] {
  const fields = content.type === 'text' ? parseFields(content.text) : null
  return [
    ...(content.type === 'bytes'
      ? [createBytes(content.hex)]
      : fields
        ? [createFields(fields), createDetails(words.facts.fullMessage, createText(content.text))]
        : [createText(content.text)]),
    createFacts(createAccount(words.facts.account, account)),
  ]
}

/** A sign-in: its fields, and the full text on demand. */
function renderSignIn(summary: SignInSummary): readonly (Node | null)[] {
  const { statement, domain, account, resources, uri, expirationTime, notBefore, text } = summary
  const { facts } = words
  return [
    statement === undefined ? null : createText(statement),
    createFacts(
      createFact(facts.site, createForeign(domain)),
      createAccount(words.facts.account, account),
      createWideFact(facts.page, createForeign(uri)),
      expirationTime !== undefined && createFact(facts.expires, formatDate(expirationTime)),
      notBefore !== undefined && createFact(facts.validFrom, formatDate(notBefore)),
      ...resources.map((resource) => createWideFact(facts.resource, createForeign(resource))),
    ),
    createDetails(words.facts.fullMessage, createText(text)),
  ]
}

/** A date of a message, which is the site's own text: as it is, if it isn't one. */
function formatDate(value: string): string {
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? value : toTime(ms)
}

/** A permission to act without asking, with its contracts and limits; or its revocation. */
function renderPermission({ terms, account }: PermissionSummary, request: ApprovalRequest): readonly (Node | null)[] {
  const { name } = request.network
  return [
    createHero(terms ? formatUntil(String(terms.expiry)) : words.permission.revoked),
    ...(terms ? renderTerms(terms, request) : []),
    createFacts(createFact(words.facts.network, name), createAccount(words.facts.smartAccount, account)),
  ]
}

function renderTerms(
  { native, tokens, contracts }: PermissionTerms,
  request: ApprovalRequest,
): readonly (Node | null)[] {
  const { symbol, decimals } = request.network
  const { facts, permission } = words
  return [
    createFacts(native !== null && createFact(permission.spends, `${formatAmount(native, decimals)} ${symbol}`)),
    ...tokens.map(({ address, allowance }) => {
      const amount = formatToken(allowance, nameToken(request, address))
      return createFacts(createFact(permission.sends, amount), createWideFact(facts.token, createAddress(address)))
    }),
    ...contracts.map(({ address, functions }) =>
      createFacts(
        createWideFact(permission.calls, createAddress(address)),
        ...functions.map(({ name }) => createFact(facts.function, name)),
      ),
    ),
  ]
}
