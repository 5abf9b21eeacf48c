import type { MessageSummary, PermissionSummary, PermissionTerms, SignInSummary } from '../../../protocol/summary.js'
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

/** Renders what a request does, from top to bottom. */
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
        ? [createFields(fields), createDetails('Full message', createText(content.text))]
        : [createText(content.text)]),
    createFacts(createAccount('Your account', account)),
  ]
}

/** A sign-in: its fields, and the full text on demand. */
function renderSignIn(summary: SignInSummary): readonly (Node | null)[] {
  const { statement, domain, account, resources, uri, expirationTime, notBefore, text } = summary
  const date = (value: string | undefined): string | undefined => value && new Date(value).toLocaleString()
  return [
    statement === undefined ? null : createText(statement),
    createFacts(
      createFact('Site', createForeign(domain)),
      createAccount('Your account', account),
      createWideFact('Page', createForeign(uri)),
      expirationTime !== undefined && createFact('Expires', date(expirationTime) ?? ''),
      notBefore !== undefined && createFact('Valid from', date(notBefore) ?? ''),
      ...resources.map((resource) => createWideFact('Resource', createForeign(resource))),
    ),
    createDetails('Full message', createText(text)),
  ]
}

/** What a site may do without asking, down to each contract and limit; or that it no longer may. */
function renderPermission({ terms, account }: PermissionSummary, request: ApprovalRequest): readonly (Node | null)[] {
  const { name } = request.network
  return [
    createHero(terms ? formatUntil(String(terms.expiry)) : 'Revoked'),
    ...(terms ? renderTerms(terms, request) : []),
    createFacts(createFact('Network', name), createAccount('Your smart account', account)),
  ]
}

function renderTerms(
  { native, tokens, contracts }: PermissionTerms,
  request: ApprovalRequest,
): readonly (Node | null)[] {
  const { symbol, decimals } = request.network
  return [
    createFacts(native !== null && createFact('Can spend in total', `${formatAmount(native, decimals)} ${symbol}`)),
    ...tokens.map(({ address, allowance }) => {
      const amount = formatToken(allowance, nameToken(request, address))
      return createFacts(createFact('Can send in total', amount), createWideFact('Token', createAddress(address)))
    }),
    ...contracts.map(({ address, functions }) =>
      createFacts(
        createWideFact('Can call the contract', createAddress(address)),
        ...functions.map(({ name }) => createFact('Function', name)),
      ),
    ),
  ]
}
