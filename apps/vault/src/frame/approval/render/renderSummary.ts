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
  createForeign,
  createHero,
  createText,
  createWideFact,
} from './elements.js'
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
  return [
    content.type === 'text' ? createText(content.text) : createBytes(content.hex),
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
      expirationTime !== undefined && createFact('Counts until', date(expirationTime) ?? ''),
      notBefore !== undefined && createFact('Counts from', date(notBefore) ?? ''),
      ...resources.map((resource) => createWideFact('What it may use', createForeign(resource))),
    ),
    createDetails('The whole message', createText(text)),
  ]
}

/** What a site may do without asking, down to each contract and limit; or that it no longer may. */
function renderPermission({ terms, account }: PermissionSummary, request: ApprovalRequest): readonly (Node | null)[] {
  const { name } = request.network
  return [
    createHero(terms ? formatUntil(String(terms.expiry)) : 'No longer'),
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
    createFacts(native !== null && createFact('May spend, in all', `${formatAmount(native, decimals)} ${symbol}`)),
    ...tokens.map(({ address, allowance }) => {
      const amount = formatToken(allowance, nameToken(request, address))
      return createFacts(createFact('May send, in all', amount), createWideFact('Token', createAddress(address)))
    }),
    ...contracts.map(({ address, functions }) =>
      createFacts(
        createWideFact('May call the contract', createAddress(address)),
        ...functions.map(({ name }) => createFact('Function', name)),
      ),
    ),
  ]
}
