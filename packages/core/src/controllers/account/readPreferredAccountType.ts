import type { AccountType, LoginAccountType } from '../../account.js'
import { internals, type Modal } from '../../modal.js'
import { updateNamespace } from '../../updateNamespace.js'
import type { Namespace } from '../../utils/caip.js'
import { isRecord } from '../../utils/isRecord.js'
import { readField } from '../../utils/readField.js'
import { getPreferredAccountType } from './getPreferredAccountType.js'

/**
 * The kind of account to ask a wallet for. What the visitor chose at another visit, or in another tab, is taken over with the first
 * wallet that is asked: it holds over what the app prefers. [S3.23]
 */
export function readPreferredAccountType(modal: Modal, namespace: Namespace): AccountType {
  const { accountTypes: stored } = modal[internals].persistence.read()
  const accountType = parseType(isRecord(stored) ? readField(stored, namespace) : undefined)
  if (accountType) updateNamespace(modal, namespace, (entry) => ({ ...entry, accountType }))
  return getPreferredAccountType(modal.getState(), namespace)
}

function parseType(value: unknown): LoginAccountType | undefined {
  return value === 'eoa' || value === 'smartAccount' ? value : undefined
}
