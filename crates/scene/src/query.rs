//! How a scene is to be asked.

use crate::linear::length;
use crate::{Object, ObjectId};
use std::fmt;
use swept_cast::{CastOptions, TurningOptions};
use swept_support::Real;

/// Options of a query: how pairs are cast, and which objects are looked at.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        default,
        deny_unknown_fields,
        bound(
            serialize = "T: serde::Serialize",
            deserialize = "T: serde::Deserialize<'de>"
        )
    )
)]
pub struct Query<'a, T: Real> {
    /// How each pair of convex shapes is cast.
    pub cast: CastOptions<T>,
    /// Objects that are on none of these layers are passed over. Default: all layers.
    pub layers: u32,
    /// This object is passed over: the mover's own body, say. Default: `None`. An id that names nothing passes over nothing. A data format does
    /// not hold it, as it means nothing in another scene: a query that is read has `None`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub except: Option<ObjectId>,
    /// Objects for which this is false are passed over. Default: `None`, which accepts all. A data format does not hold it: a query
    /// that is read has `None`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub accept: Option<&'a Accept<'a, T>>,
}

/// Says which objects a query looks at.
pub type Accept<'a, T> = dyn Fn(ObjectId, &Object<T>) -> bool + Sync + 'a;

impl<T: Real> Default for Query<'_, T> {
    fn default() -> Self {
        Self {
            cast: CastOptions::default(),
            layers: u32::MAX,
            except: None,
            accept: None,
        }
    }
}

impl<'a, T: Real> Query<'a, T> {
    /// This query, looking only at objects on one of these layers.
    #[must_use]
    pub fn on_layers(self, layers: u32) -> Self {
        Self { layers, ..self }
    }

    /// This query, passing over this object: the body that asks, where the scene has it as well. One object: that of a second call takes
    /// the place of the first. For more there are [layers](Self::on_layers) and a [filter](Self::accepting).
    ///
    /// # Examples
    /// Nothing is borrowed, so a query that leaves a body out can be kept:
    ///
    /// ```
    /// use swept_scene::{Motion, Object, Query, Scene};
    /// use swept_support::{Placed, Sphere};
    ///
    /// let ball = Sphere::new(0.5)?;
    /// let mut scene = Scene::<f64>::new();
    /// let own = scene.insert(Object::new(ball))?;
    /// let query: Query<'static, f64> = Query::default().except(own);
    /// let rest = Motion::at_rest(Placed::new(ball, [0.0, 0.0, 0.0])?)?;
    /// assert!(scene.overlaps(&rest, &Query::default()));
    /// assert!(!scene.overlaps(&rest, &query));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn except(self, id: ObjectId) -> Self {
        Self {
            except: Some(id),
            ..self
        }
    }

    /// This query, looking only at objects for which `accept` is true. The query borrows it: what is written in the call itself is gone
    /// at the end of that statement, so a filter of a query that is kept has a name of its own.
    ///
    /// # Examples
    /// ```
    /// use swept_scene::{Object, ObjectId, Query};
    ///
    /// let doors = |_: ObjectId, object: &Object<f64>| object.user_data == 7;
    /// let query = Query::default().accepting(&doors);
    /// # assert!(query.accept.is_some());
    /// ```
    #[must_use]
    pub fn accepting(self, accept: &'a Accept<'a, T>) -> Self {
        Self {
            accept: Some(accept),
            ..self
        }
    }

    /// This query, with these options for the cast of each pair.
    #[must_use]
    pub fn with_cast(self, cast: CastOptions<T>) -> Self {
        Self { cast, ..self }
    }

    #[inline]
    pub(crate) fn looks_at(&self, id: ObjectId, object: &Object<T>) -> bool {
        object.layers & self.layers != 0
            && self.except != Some(id)
            && self.accept.is_none_or(|accept| accept(id, object))
    }

    /// Turning options with the larger target distance of theirs and the query's.
    pub(crate) fn turning(&self, options: &TurningOptions<T>) -> TurningOptions<T> {
        let asked = self.cast.target_distance;
        if length(asked) > length(options.target_distance) {
            TurningOptions {
                target_distance: asked,
                ..*options
            }
        } else {
            *options
        }
    }
}

impl<T: Real> fmt::Debug for Query<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Query")
            .field("cast", &self.cast)
            .field("layers", &self.layers)
            .field("except", &self.except)
            .field("accept", &self.accept.is_some())
            .finish()
    }
}
