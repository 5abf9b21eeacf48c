import type { PermissionSummary, PermissionTerms } from '../../../protocol/summary.js'
import type { ApprovalRequest } from '../approvalRequest.js'
import { formatAmount } from '../format/formatAmount.js'
import { formatUntil } from '../format/formatUntil.js'
import { createAccount, createAddress, createFact, createFacts, createHero, createWideFact } from './parts.js'
import { formatToken, nameToken } from './tokens.js'

/** What a site may do without asking, to the last contract and limit; or that it no longer may. */
export function renderPermission(
  { terms, account }: PermissionSummary,
  request: ApprovalRequest,
): readonly (Node | null)[] {
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
