"""Long work shared out in chunks: over the cores of this machine or over many machines, resumed where it was stopped."""

from mostek.engine.parallel.chunks import CHUNK_SECONDS, map_chunks, ranges, units_per_chunk
from mostek.engine.parallel.cluster_executor import ClusterError, cluster
from mostek.engine.parallel.result_store import ResultStore, ResultStoreError

__all__ = [
    "CHUNK_SECONDS",
    "ClusterError",
    "ResultStore",
    "ResultStoreError",
    "cluster",
    "map_chunks",
    "ranges",
    "units_per_chunk",
]
