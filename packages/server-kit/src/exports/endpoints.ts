export {
  type CreateEndpointBookOptions,
  createEndpointBook,
  type EndpointBook,
  type EndpointState,
} from '../endpoints.js'
