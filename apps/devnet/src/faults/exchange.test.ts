import { describe, expect, it } from 'vitest'
import { parseExchange } from './exchange.js'

const parse = (method: string, path: string, body = '') => parseExchange({ method, path, body, contentType: undefined })

describe('parseExchange', () => {
  it('recognizes a JSON-RPC body on any path', () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'getSlot', params: [] }
    expect(parse('POST', '/', JSON.stringify(call))).toEqual({ form: 'single', calls: [call] })
    expect(parse('POST', '/v1/?chainId=1', JSON.stringify([call, call]))).toEqual({
      form: 'batch',
      calls: [call, call],
    })
  })

  it('names other requests by method and path pattern, with IDs and the body as parameters', () => {
    const txid = 'ab'.repeat(32)
    expect(parse('GET', `/tx/${txid}/outspend/3?x=1`)).toEqual({
      form: 'path',
      calls: [{ method: 'GET /tx/:id/outspend/:id', params: [txid, '3'] }],
    })
    expect(parse('GET', '/blocks/tip/height').calls).toEqual([{ method: 'GET /blocks/tip/height', params: [] }])
    expect(parse('POST', '/tx', '0200').calls).toEqual([{ method: 'POST /tx', params: ['0200'] }])
  })

  it.each(['not json', '{}', '42', 'null', '[1]', '{"method":1}'])('does not treat %s as a JSON-RPC call', (body) => {
    expect(parse('POST', '/', body)).toEqual({ form: 'path', calls: [{ method: 'POST /', params: [body] }] })
  })
})
