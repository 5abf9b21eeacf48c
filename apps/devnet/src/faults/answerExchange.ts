import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { alterReplies } from './alterReplies.js'
import type { RpcCall, RpcFault } from './fault.js'

export type Exchange = {
  readonly rpcUrl: string
  /** The request as it came. */
  readonly body: string
  readonly calls: readonly RpcCall[]
  readonly fault: RpcFault | undefined
  readonly response: ServerResponse
}

const json = { 'content-type': 'application/json' }

/** Answers one HTTP request, as the node would or as the fault says. */
export async function answerExchange({ rpcUrl, body, calls, fault, response }: Exchange): Promise<void> {
  const isBatch = body.trimStart().startsWith('[')
  const send = (replies: readonly unknown[]): void =>
    void response.writeHead(200, json).end(JSON.stringify(isBatch ? replies : replies[0]))

  switch (fault?.kind) {
    case 'hang':
      return
    case 'status':
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '')
      return
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Bad gateway</title>')
      return
    case 'error':
      return send(calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: fault.error })))
    case 'cut':
      if (fault.when === 'after') await askNode(rpcUrl, body)
      response.socket?.destroy()
      return
    case 'delay':
      await sleep(fault.ms)
      break
    default: // what is wrong with the answer comes after it
  }

  const answer = await askNode(rpcUrl, body)
  if (answer === undefined) response.writeHead(502).end('The node does not answer')
  else if (fault?.kind === 'truncated') response.writeHead(200, json).end(answer.slice(0, answer.length / 2))
  else if (!fault) response.writeHead(200, json).end(answer)
  else send(alterReplies(fault, calls, isBatch ? JSON.parse(answer) : [JSON.parse(answer)]))
}

async function askNode(url: string, body: string): Promise<string | undefined> {
  try {
    return await (await fetch(url, { method: 'POST', headers: json, body })).text()
  } catch {
    // a node that is down is a case to be tested, not a failure of the proxy
    return undefined
  }
}
