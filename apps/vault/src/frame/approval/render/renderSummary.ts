import type { ApprovalRequest } from '../approvalRequest.js'
import { renderCalls } from './renderCalls.js'
import { renderEvmTransaction } from './renderEvmTransaction.js'
import { renderMessage } from './renderMessage.js'
import { renderPermission } from './renderPermission.js'
import { renderSignIn } from './renderSignIn.js'
import { renderSolana } from './renderSolana.js'
import { renderTypedData } from './renderTypedData.js'

/** What a request does, from top to bottom. */
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
