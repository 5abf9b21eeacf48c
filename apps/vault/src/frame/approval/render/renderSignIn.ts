import type { SignInSummary } from '../../../protocol/summary.js'
import {
  createAccount,
  createDetails,
  createFact,
  createFacts,
  createForeign,
  createText,
  createWideFact,
} from './parts.js'

/** A sign-in: what it says in its own words, and the text itself for whoever wants to see it. */
export function renderSignIn(summary: SignInSummary): readonly (Node | null)[] {
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
