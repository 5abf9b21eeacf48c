import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startGateway } from '../startGateway.js'
import { endpoints } from '../test/endpoints.js'
import { toOpenApiDocument } from './openapi.js'

// Committed for core, which tests its parsers against it. `npx vitest run apps/gateway/src/api/openapi -u` updates it.
const committed = join(import.meta.dirname, '../../../../packages/core/src/service/gatewayApi.generated.json')

type Document = {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary: string }>>>>
}

test('the committed OpenAPI document matches this build', async () => {
  await expect(`${JSON.stringify(toOpenApiDocument(endpoints), null, 2)}\n`).toMatchFileSnapshot(committed)
})

test('the document describes every route of the gateway, and no other', async () => {
  const gateway = await startGateway({ port: 0 })
  const reply = await fetch(`${gateway.url}/openapi.json`)
  const { openapi, paths } = (await reply.json()) as Document
  await gateway.stop()
  const told = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => [`${method.toUpperCase()} ${path}`, summary]),
  )
  const described = endpoints.map(({ method, path, summary }) => [`${method} ${path}`, summary])
  expect([openapi, Object.fromEntries(told)]).toEqual(['3.1.0', Object.fromEntries(described)])
  expect(paths['/v1/convert/quotes']).toMatchObject({
    get: {
      parameters: expect.arrayContaining([
        { name: 'amount', in: 'query', required: true, schema: expect.objectContaining({ type: 'string' }) },
        { name: 'gasPrice', in: 'query', required: false, schema: { type: 'string' } },
      ]),
      responses: {
        200: {
          content: {
            'application/json': {
              schema: {
                properties: { quotes: { type: 'array', items: { required: expect.arrayContaining(['toAmount']) } } },
              },
            },
          },
        },
      },
    },
  })
  expect(paths['/v1/sessions/{address}/revoke']).toMatchObject({
    post: {
      parameters: [{ name: 'address', in: 'path', required: true }],
      requestBody: { content: { 'application/json': { schema: { required: ['pci', 'signature'] } } } },
    },
  })
})
