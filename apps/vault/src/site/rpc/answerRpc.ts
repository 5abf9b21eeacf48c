import { z } from 'zod'
import { askNode, type NodeCall, NodeFailedError, type NodeHealth } from '../../networks/askNode.js'
import type { VaultNetwork } from '../../networks/networks.js'
import type { Projects } from '../../projects/project.js'
import { assertOwnPage, readJson } from '../http/request.js'
import { type RouteResponse, toJsonResponse } from '../http/response.js'
import type { RouteRequest } from '../http/routes.js'
import { SiteError } from '../http/SiteError.js'
import { findSent } from './findSent.js'
import { bundlerMethods, evmMethods, paymasterMethods, solanaMethods } from './nodeMethods.js'

export type RpcOptions = {
  readonly projects: Projects
  readonly networks: readonly VaultNetwork[]
  readonly countNode: (call: NodeCall) => void
  readonly origin: string
  /** Of the nodes that are configured. */
  readonly health: NodeHealth
}

const question = z.strictObject({
  /** CAIP-2. */
  chain: z.string().max(64),
  method: z.string().max(64),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
  /** The app's own node or paymaster. It is contacted only if this site is configured with it. */
  rpcUrl: z.string().max(2_048).optional(),
  /** The id of the app's project, whose own paymasters are allowed as well. */
  project: z.string().max(64).optional(),
})

/** Calls a node of a network that this site is configured with, and no other address, whatever a page names. */
export async function answerRpc(
  { request, signal }: RouteRequest,
  { projects, networks, countNode, origin, health }: RpcOptions,
): Promise<RouteResponse> {
  assertOwnPage(request, { origin })
  const { chain, method, params, rpcUrl, project } = await readJson(request, { schema: question })
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === chain)
  if (!network) throw new SiteError('This site does not know that network.', { status: 400, code: 'UNKNOWN_NETWORK' })
  const isPaymaster = chain.startsWith('eip155:') && paymasterMethods.includes(method)
  const paymasters = projects.get(project ?? '')?.paymasters?.filter(({ chains }) => chains.includes(chain)) ?? []
  const urls = isPaymaster
    ? [findPaymaster(network, { rpcUrl, others: paymasters.map(({ url }) => url) })]
    : listUrls(network, { method, rpcUrl })
  try {
    const call = { method, params, signal, health, observe: countNode }
    const answer = await askNode(urls, call)
    const sent = 'error' in answer ? await findSent(urls, call) : undefined
    return toJsonResponse(sent === undefined ? answer : { result: sent })
  } catch (cause) {
    if (!(cause instanceof NodeFailedError)) throw cause
    const message = 'The network isn’t responding. Try again in a moment.'
    throw new SiteError(message, { status: 502, code: 'NODE_FAILED', cause })
  }
}

/** Which addresses to call: always configured ones; an address that the page names only comes first. */
function listUrls(
  { caipNetworkId, rpcUrls, bundlers }: VaultNetwork,
  { method, rpcUrl }: { readonly method: string; readonly rpcUrl: string | undefined },
): readonly string[] {
  const isEvm = caipNetworkId.startsWith('eip155:')
  if (isEvm && bundlers && bundlerMethods.includes(method)) return bundlers
  if (!(isEvm ? evmMethods : solanaMethods).includes(method))
    throw new SiteError('No node is asked that here.', { status: 400, code: 'NOT_ALLOWED' })
  const preferred = rpcUrls.filter((url) => url === rpcUrl)
  return [...preferred, ...rpcUrls.filter((url) => url !== rpcUrl)]
}

/** For paymasters the choice matters: another one than the named is no substitute. */
function findPaymaster(
  { paymaster }: VaultNetwork,
  { rpcUrl, others }: { readonly rpcUrl: string | undefined; readonly others: readonly string[] },
): string {
  const found = rpcUrl === undefined ? paymaster : [paymaster, ...others].find((url) => url === rpcUrl)
  if (found !== undefined) return found
  const name = rpcUrl !== undefined && URL.canParse(rpcUrl) ? new URL(rpcUrl).host : 'that is named'
  const message = `This wallet does not ask the paymaster ${name} for this app.`
  throw new SiteError(message, { status: 400, code: 'UNKNOWN_PAYMASTER' })
}
