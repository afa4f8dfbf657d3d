import type { Composition, CompositionPage } from '@site/shared/composition'
import { watchReveals } from '@site/shared/reveal'
import { Component, type ReactNode, Suspense, use, useEffect } from 'react'
import { focusOn, pageHeading } from '../navigation/focus.ts'
import { componentToRender, isLoaded, isPrerendered, loadComponent } from '../remotes.ts'
import { report } from '../report.ts'
import { PageFailure } from './page-failure.tsx'

/** Where the remotes' pages appear. One that breaks takes nothing else with it. */
export function PageOutlet({ composition, page }: { composition: Composition; page: CompositionPage }) {
  return (
    <PageBoundary composition={composition} page={page}>
      {/* One boundary for the page that came as HTML and one for all others: React waits for ever for HTML whose
          component never comes, so leaving such a page has to leave its boundary. */}
      <Suspense key={isPrerendered(page.path) ? 'document' : 'navigation'}>
        <PageContent key={page.path} page={page} />
      </Suspense>
    </PageBoundary>
  )
}

function PageContent({ page }: { page: CompositionPage }) {
  const Content = use(componentToRender(page))
  useEffect(() => {
    performance.mark('page-hydrated')
    document.documentElement.dataset.page = page.path
    return watchReveals(document.body)
  }, [page])
  return <Content />
}

interface BoundaryProps {
  composition: Composition
  page: CompositionPage
  children: ReactNode
}

interface BoundaryState {
  page: CompositionPage
  error?: unknown
  isRetrying?: boolean
}

class PageBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { page: this.props.page }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return props.page === state.page ? null : { page: props.page, error: undefined, isRetrying: false }
  }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    const { composition, page } = this.props
    // A page that did not load was reported when it failed.
    if (!isLoaded(page)) return
    report(page, composition.bundles[page.remote]?.version, error)
  }

  override render(): ReactNode {
    const { error, page, isRetrying } = this.state
    if (error === undefined) return this.props.children
    const readable = this.#readableHtml()
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is this document's own HTML, as the server sent it.
    if (readable) return <div dangerouslySetInnerHTML={{ __html: readable }} />
    return <PageFailure page={page} busy={isRetrying} onRetry={this.#retry} />
  }

  #retry = (): void => {
    const { page } = this.state
    const show = () => {
      if (page === this.state.page) this.setState({ error: undefined, isRetrying: false }, () => focusOn(pageHeading()))
    }
    this.setState({ isRetrying: true })
    loadComponent(page).then(show, show)
  }

  #kept: string | undefined

  /** The HTML that came with the document. When a page breaks as it hydrates, React has not removed it yet. */
  #readableHtml(): string | undefined {
    if (!isPrerendered(this.state.page.path)) return undefined
    this.#kept ??= document.getElementById('main')?.innerHTML
    return this.#kept
  }
}
