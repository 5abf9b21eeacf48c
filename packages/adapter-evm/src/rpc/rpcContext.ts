import type { PluginContext } from '@latchkey/core'

/** What asking nodes takes: a modal's, or a server's own. */
export type RpcContext = Pick<PluginContext, 'env' | 'signal' | 'warn'>
