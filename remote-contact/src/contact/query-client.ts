// The data cache: specification, sections 7 and 9.
import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { request } from './request.ts'

/** GET on the address that the segments of the key make. A 401 is an error like any other. */
export async function fetchByKey({ queryKey }: { queryKey: QueryKey }): Promise<unknown> {
  const response = await request('GET', queryKey.join('/'))
  return response.json()
}

// Otherwise what is sent offline would wait for the network without a word.
const networkMode = 'always'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: fetchByKey,
      refetchInterval: false,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 300_000,
      retry: false,
      networkMode,
    },
    mutations: { retry: false, networkMode },
  },
})
