import type { LoginAccountType } from '../../account.js'
import { internals, type Modal } from '../../modal.js'
import { updateNamespace } from '../../updateNamespace.js'
import type { Namespace } from '../../utils/caip.js'
import { isRecord } from '../../utils/isRecord.js'

/** Keeps the preferred account type of a chain family, here and for the next visits. [S3.23] */
export function storeAccountType(modal: Modal, namespace: Namespace, accountType: LoginAccountType): void {
  updateNamespace(modal, namespace, (entry) => ({ ...entry, accountType }))
  modal[internals].persistence.update((data) => ({
    ...data,
    accountTypes: {
      ...(isRecord(data.accountTypes) && data.accountTypes),
      [namespace]: accountType,
    },
  }))
}
