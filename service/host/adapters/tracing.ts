/**
 * Traces over OTLP, by OpenTelemetry's own packages. They are loaded only where an endpoint is set. A span carries route
 * patterns, ids, statuses and the closed words of outcomes, and never an address, a name, a number or a text.
 */
import { randomInt } from "node:crypto"
import type { Tracer as Recorder, SpanAttributes } from "@opentelemetry/api"
import type { Tracer } from "../../platform/ports.ts"

export interface TracingOptions {
  /** The address at which a collector takes traces, such as `http://127.0.0.1:4318/v1/traces`. */
  url: string
  headers: Readonly<Record<string, string>>
  /** The share of requests whose traces are recorded, from 0 to 1. Callers decide about none, also of traces that they began. */
  ratio: number
  /** For tests; five seconds otherwise. */
  exportEveryMs?: number
}

const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const draws = 2 ** 32
const exportEveryMs = 5_000
/** A collector that is away holds up no stop. */
const exportTimeoutMs = 5_000

export async function createTracing(options: TracingOptions): Promise<Tracer> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ])
  const { url, headers } = options
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": "appointed" }),
    sampler: {
      // The draw is our own: a caller chooses the flag of a trace that it began, and its id too.
      shouldSample(context, _traceId, _name, kind) {
        const parent = kind === api.SpanKind.SERVER ? undefined : api.trace.getSpanContext(context)
        const isRecorded =
          parent === undefined
            ? randomInt(draws) < options.ratio * draws
            : (parent.traceFlags & api.TraceFlags.SAMPLED) !== 0
        return { decision: sdk.SamplingDecision[isRecorded ? "RECORD_AND_SAMPLED" : "NOT_RECORD"] }
      },
      toString: () => `OwnDraw(${options.ratio})`,
    },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: exportTimeoutMs }),
        scheduledDelayMillis: options.exportEveryMs ?? exportEveryMs,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  })
  const recorder: Recorder = provider.getTracer("appointed")

  function contextOf(traceparent: string | null) {
    const [, traceId, spanId, flags] = form.exec(traceparent ?? "") ?? []
    if (!traceId || !spanId || !flags) return api.ROOT_CONTEXT
    const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
    if (!api.isSpanContextValid(parent)) return api.ROOT_CONTEXT
    return api.trace.setSpanContext(api.ROOT_CONTEXT, parent)
  }

  return {
    start({ name, kind, parent, attributes }) {
      const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT }
      const span = recorder.startSpan(
        name,
        { kind: kinds[kind], attributes: attributes as SpanAttributes },
        contextOf(parent),
      )
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
        end(more, hasFailed) {
          span.setAttributes(more as SpanAttributes)
          if (hasFailed) span.setStatus({ code: api.SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    close: () => provider.shutdown().catch(() => undefined),
  }
}
